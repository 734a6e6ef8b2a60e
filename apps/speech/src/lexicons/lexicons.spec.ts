import { describe, expect, it } from '@jest/globals';
import { Problem } from '@sextant/platform-http/errors';
import fc from 'fast-check';
import { arpabet } from '../engines/flite/arpabet.js';
import { composeUtterance } from '../text/compose-utterance.js';
import { Lexicon, type LexiconEntry } from './lexicon.js';
import { readPls } from './pls.js';

const alias = (grapheme: string, text: string): LexiconEntry => ({
  grapheme,
  said: { alias: text },
});
const ipa = (grapheme: string, text: string): LexiconEntry => ({ grapheme, said: { ipa: text } });

const said = (input: string, entries: readonly LexiconEntry[], language = 'en-US') =>
  composeUtterance(input, {
    language: 'en-US',
    normalize: true,
    lexicon: new Lexicon([{ language, entries }]),
  }).sentences.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'word' ? [item.style.ipa ?? item.text] : [])),
  );

describe('a lexicon', () => {
  const entries = [
    alias('W3C', 'World Wide Web Consortium'),
    ipa('pecan', 'pɪˈkɑːn'),
    alias('New York', 'Noo Yawk'),
  ];

  it.each([
    ['The W3C, now', ['The', 'World Wide Web Consortium,', 'now']],
    ['Pecan pie', ['pɪˈkɑːn', 'pie']],
    ['a pecan.', ['a', 'pɪˈkɑːn']],
    ['PECAN pie', ['PECAN', 'pie']],
    ['In New York. Now', ['In', 'Noo Yawk', '.', 'Now']],
    ['New Yorker', ['New', 'Yorker']],
    ['<speak>the <sub alias="x">W3C</sub> pecan</speak>', ['the', 'x', 'pɪˈkɑːn']],
  ])('says %s as %j', (input, expected) => {
    expect(said(input, entries)).toEqual(expected);
  });

  it('is of its language alone', () => {
    expect(said('pecan', entries, 'de')).toEqual(['pecan']);
    expect(said('pecan', entries, 'en-GB')).toEqual(['pɪˈkɑːn']);
  });

  it('takes the longest entry, and of equal ones the first', () => {
    const both = [alias('a', '1'), alias('a b', '2'), alias('a', '3')];

    expect(said('a b', both)).toEqual(['2', '']);
    expect(said('a c', both)).toEqual(['1', 'c']);
  });
});

describe('lexicons that begin alike', () => {
  it('hold up nobody, however many entries they have', () => {
    const lexicons = [0, 1, 2, 3, 4].map((lexicon) => ({
      language: 'en',
      entries: Array.from({ length: 5000 }, (_, entry) => alias(`a b${lexicon}x${entry}`, 'c')),
    }));
    const begin = performance.now();
    const lexicon = new Lexicon(lexicons);
    const { words } = composeUtterance('a '.repeat(9500), {
      language: 'en-US',
      normalize: true,
      lexicon,
    });

    expect(words).toHaveLength(9500);
    expect(lexicon.find(['A', 'b3x4999', 'z'], 'en-GB')).toEqual({
      said: { alias: 'c' },
      words: 2,
    });
    // Tenths of a second; it took a minute where each entry was sorted in among the others.
    expect(performance.now() - begin).toBeLessThan(8000);
  });
});

describe('PLS', () => {
  const PLS = `<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US">
  <lexeme><grapheme>judgment</grapheme><grapheme>judgement</grapheme><phoneme>ˈdʒʌdʒ.mənt</phoneme></lexeme>
  <lexeme><grapheme>W3C</grapheme><alias>World Wide Web
    Consortium</alias></lexeme>
</lexicon>`;

  it('is read as the examples of the recommendation have it (4.5 and 4.7)', () => {
    expect(readPls(PLS)).toEqual({
      language: 'en-US',
      entries: [
        ipa('judgment', 'ˈdʒʌdʒ.mənt'),
        ipa('judgement', 'ˈdʒʌdʒ.mənt'),
        alias('W3C', 'World Wide Web Consortium'),
      ],
    });
  });

  it.each([
    ['<lexicon>', 'line 1'],
    ['<speak/>', 'root'],
    ['<!DOCTYPE x [<!ENTITY a "b">]><lexicon/>', 'document types'],
    ['<lexicon alphabet="x-sampa"/>', 'x-sampa'],
    ['<lexicon>\n<lexeme><alias>a</alias></lexeme></lexicon>', 'no <grapheme> (line 2'],
    ['<lexicon><lexeme><grapheme>a</grapheme></lexeme></lexicon>', 'neither'],
  ])('that is wrong is refused with its place: %s', (xml, what) => {
    expect(() => readPls(xml)).toThrow(what);
  });

  it('of strangers is read or refused, whatever it is', () => {
    const parts = fc.array(
      fc.constantFrom(
        '<lexicon>',
        '</lexicon>',
        '<lexeme>',
        '</lexeme>',
        '<grapheme>',
        '</grapheme>',
        '<alias>',
        '</alias>',
        'a',
        '&amp;',
        '&x;',
        '<',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        ' alphabet="ipa"',
        '\0',
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(parts, (pieces) => {
        try {
          expect(readPls(pieces.join('')).entries).toBeInstanceOf(Array);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('arpabet', () => {
  it.each([
    ['pɪˈkɑːn', 'p ih0 k aa1 n'],
    ['ˈdʒʌdʒ.mənt', 'jh ah1 jh m ax0 n t'],
    ['ˌsɛkˈstænt', 's eh2 k s t ae1 n t'],
    ['t͡ʃaɪ', 'ch ay0'],
  ])('writes %s as %s', (text, expected) => {
    expect(arpabet(text)?.join(' ')).toBe(expected);
  });

  it.each(['', 'ˈ', 'ǃa', 'a1'])('has nothing for "%s"', (text) => {
    expect(arpabet(text)).toBeUndefined();
  });
});
