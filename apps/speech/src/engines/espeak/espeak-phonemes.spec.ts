import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ESPEAK_LANGUAGES } from '../../languages/espeak-languages.js';
import { espeakPhonemes } from './espeak-phonemes.js';
import { PHONEME_TABLES } from './phoneme-tables.js';

describe('espeakPhonemes', () => {
  it.each([
    ['en-us', 'həˈloʊ', "[[h|@|'l|oU]]"],
    ['en-us', '/pɪˈkɑːn/', "[[p|I|'k|0|n]]"],
    ['en-us', 'ˈnuː ˈjɔːɹk', "[['n|u: 'j|O@|k]]"],
    ['en-us', 't͡ʃaɪ', '[[tS|aI]]'],
    ['en-us', 'tʃaɪ', '[[tS|aI]]'],
    ['en-us', 'ˌsɪɡ.nəˈtʃɚ', "[[,s|I|g|n|@|'tS|3]]"],
    ['en-us', "b'gd", "[[b|'g|d]]"],
    ['fr', 'bɔ̃ʒuʁ', '[[b|O~|Z|u|r]]'],
    ['de', 'çøː', '[[C|Y:]]'],
    ['hi', 'kʰaːnaː', '[[k#|a:|n|a:]]'],
    ['en-us', 'kʰæt', '[[k|a|t]]'],
    ['en-us', 'ˈbʌtn̩', "[['b|V|t|n-]]"],
  ])('in %s spells %s as %s', (language, ipa, expected) => {
    expect(espeakPhonemes(language, ipa)).toBe(expected);
  });

  it.each([
    ['a vowel of another language: the nearest', 'es', 'ʌ', '[[a]]'],
    ['a long one that is only short', 'es', 'aː', '[[a]]'],
    ['an r of another language', 'es', 'ɹ', '[[R]]'],
    ['two sounds for one', 'fr', 'ɚ', '[[@|r]]'],
  ])('takes, for %s, what comes near', (_what, language, ipa, expected) => {
    expect(espeakPhonemes(language, ipa)).toBe(expected);
  });

  it.each([
    ['nothing', 'en-us', ' '],
    ['a stress without a sound', 'en-us', "'"],
    ['a word without a sound', 'en-us', 'a ˈ b'],
    ['more sounds than a word has', 'en-us', 'ˈba'.repeat(80)],
    ['what is no sound', 'en-us', 'h1'],
    ['brackets', 'en-us', 'h]]x'],
    ['markup', 'en-us', '<mark/>'],
    ['an unknown language', 'xx', 'a'],
  ])('gives nothing for %s', (_what, language, ipa) => {
    expect(espeakPhonemes(language, ipa)).toBeUndefined();
  });

  it('has a table for each language that is offered', () => {
    for (const language of ESPEAK_LANGUAGES) {
      expect(espeakPhonemes(language, 'ˈmiːna')).toMatch(/^\[\['m.+n.+\]\]$/);
    }
  });

  it('says each sound of a table, and ends for any text within its brackets', () => {
    const sounds = (PHONEME_TABLES['en-us'] ?? '').split(' ').filter((_, index) => index % 2 === 0);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...sounds), { minLength: 1 }), (symbols) => {
        expect(espeakPhonemes('en-us', symbols.join('ˈ'))).toMatch(/^\[\[[^[\]<&]+\]\]$/);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(espeakPhonemes('en-us', text) ?? '[[a]]').toMatch(/^\[\[[^[\]<&]+\]\]$/);
      }),
    );
  });
});
