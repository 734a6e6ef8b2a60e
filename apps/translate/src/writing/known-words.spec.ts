import { describe, expect, it } from '@jest/globals';
import { knownWordsOf } from './known-words.js';

describe('known words', () => {
  const isKnown = knownWordsOf(['kubectl', 'OpenAPI ', 'niño']);

  it.each(['kubectl', 'Kubectl', 'KUBECTL', 'OpenAPI', 'Niño', 'NIÑO'])('have %j', (word) => {
    expect(isKnown(word)).toBe(true);
  });

  it.each(['openapi', 'OPENAPI', 'kubeCtl', 'kubect', ''])('do not have %j', (word) => {
    expect(isKnown(word)).toBe(false);
  });
});
