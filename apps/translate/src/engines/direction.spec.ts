import { describe, expect, it } from '@jest/globals';
import { parseDirection } from './direction.js';

describe('parseDirection', () => {
  it('reads a pair of languages, the target with its variant', () => {
    expect(parseDirection('en-es')).toEqual({ source: 'en', target: 'es' });
    expect(parseDirection('ES-pt-br')).toEqual({ source: 'es', target: 'pt-BR' });
  });

  it.each(['', 'en', 'en-', '-es', 'english-spanish', 'en_es'])('refuses %p', (text) => {
    expect(parseDirection(text)).toBeUndefined();
  });
});
