import { describe, expect, it } from '@jest/globals';
import { chooseLanguage, localeOf, translator } from '../src/text/text.js';

describe('chooseLanguage', () => {
  it.each([
    ["the browser's own", null, ['es-MX', 'en'], 'es'],
    ['the first that there is', null, ['ca', 'fr-CH', 'en-GB'], 'en'],
    ['English without one', null, ['ja'], 'en'],
    ['what was chosen before', 'es', ['en'], 'es'],
    ["the browser's own instead of nonsense", 'constructor', ['es'], 'es'],
  ])('takes %s', (_name, chosen, wanted, language) => {
    expect(chooseLanguage(chosen, wanted)).toBe(language);
  });
});

describe('localeOf', () => {
  it.each([
    ['en', ['en-GB', 'en-US'], 'en-GB'],
    ['en', ['es-MX', 'en-AU'], 'en-AU'],
    ['es', ['en-GB'], 'es'],
    ['en', ['en-!', 'en'], 'en'],
    ['es', ['ES-419'], 'ES-419'],
  ] as const)('%s for %j is %s', (language, wanted, locale) => {
    expect(localeOf(language, wanted)).toBe(locale);
  });
});

describe('translator', () => {
  it('puts values in, and leaves what has none', () => {
    const text = translator({ en: { greet: 'Hello {name}, {rest}' }, es: { greet: '' } }, 'en');

    expect(text('greet', { name: '$& Ada' })).toBe('Hello $& Ada, {rest}');
  });
});
