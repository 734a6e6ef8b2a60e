import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { composeUtterance } from './compose-utterance.js';
import { withoutMarkdown } from './markup/markdown.js';
import { SourceTextBuilder, type SourceText } from './words/source-text.js';
import { partsOf, speakable } from './words/long-words.js';

/** Language, what is written, what an engine is told to say word by word, and where that is from. */
type Case = readonly [language: string, written: string, said: string, source: string];

const FOLDER = new URL('reading-cases/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
const sources = read('sources.json') as Readonly<Record<string, string>>;
const cases = readdirSync(FOLDER)
  .filter((name) => name !== 'sources.json')
  .flatMap((name) => read(name) as readonly Case[]);

const itemsOf = (input: string, language: string) =>
  composeUtterance(input, { language, normalize: true }).sentences.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'word' ? [item] : [])),
  );

describe('reading', () => {
  it.each(cases)('in %s, %s is said %s (%s)', (language, input, expected, source) => {
    expect(itemsOf(input, language).map(({ text }) => text)).toEqual(expected.split('|'));
    expect(sources).toHaveProperty(source);
  });

  it('has hundreds of cases of English, for those who speak it to check', () => {
    expect(cases.filter(([language]) => language === 'en-US').length).toBeGreaterThan(300);
  });

  it('has cases of the ten largest languages', () => {
    const languages = new Set(cases.map(([language]) => language.slice(0, 2)));

    expect([...languages]).toEqual(
      expect.arrayContaining(['en', 'zh', 'hi', 'es', 'fr', 'ar', 'bn', 'pt', 'ru', 'ur']),
    );
  });
});

describe('sentences', () => {
  const sentences = (input: string, language = 'en-US'): string[] =>
    composeUtterance(input, { language, normalize: true }).sentences.map(({ value }) => value);

  it.each([
    ['See vol. 2 and fig. 3 now.', 'en-US'],
    ['The Dept. of State wrote.', 'en-US'],
    ['James T. Kirk and Lt. Col. Jones met in Rm. 12.', 'en-US'],
    ['Acme (est. 1999) and Acme Inc. are two.', 'en-US'],
    ['He is 5 ft. tall and in the U.S. Army.', 'en-US'],
    ['Am 5. Mai kam Johann S. Bach.', 'de-DE'],
    ['La pág. 12 y el vol. 2, etc. son del Sr. García.', 'es-ES'],
  ])('do not end after what is written short: %s', (input, language) => {
    expect(sentences(input, language)).toEqual([input]);
  });

  it.each([
    ['It is 5 km. Then rest.', ['It is 5 km.', 'Then rest.']],
    ['He lives on Main St. The shop is near.', ['He lives on Main St.', 'The shop is near.']],
    ['We need Plan B. The first failed.', ['We need Plan B.', 'The first failed.']],
    ['Pears, plums, etc. The rest came.', ['Pears, plums, etc.', 'The rest came.']],
  ])('end where they do: %s', (input, expected) => {
    expect(sentences(input)).toEqual(expected);
  });
});

describe('Markdown', () => {
  it('leaves each word where it was written', () => {
    const input = 'See **very [bold guides](https://example.com/a)** `now`.';
    const { words } = composeUtterance(input, { language: 'en-US', normalize: true });

    expect(words.map(({ start, end }) => input.slice(start, end))).toEqual([
      'See',
      'very',
      'bold',
      'guides',
      'now',
    ]);
  });

  it('is read as it is written without normalization, and in SSML', () => {
    const said = (input: string, normalize: boolean): string =>
      composeUtterance(input, { language: 'en-US', normalize })
        .sentences.flatMap(({ items }) => items.map((i) => (i.kind === 'word' ? i.text : '')))
        .join(' ');

    expect(said('**bold**', false)).toBe('**bold**');
    expect(said('<speak>**bold**</speak>', true)).toBe('**bold**');
  });

  it('keeps all words, whatever the signs around them', () => {
    const parts = fc.array(
      fc.constantFrom('*', '**', '_', '~~', '`', '[', '](', ')', '|', '> ', '# ', '\n', 'a', 'b c'),
    );
    fc.assert(
      fc.property(parts, (pieces) => {
        const input = pieces.join('');
        // What stands behind a fence names the language of the code.
        fc.pre(!/```|~~~/.test(input));
        const { text, starts } = withoutMarkdown(sourceOf(input));

        for (const [index, at] of starts.entries()) {
          expect([input[at], ',']).toContain(text[index]);
        }
        expect(text.replaceAll(/[^abc]/g, '').length).toBeGreaterThanOrEqual(
          input.replaceAll(/\]\([^()]*\)/g, '').replaceAll(/[^abc]/g, '').length,
        );
      }),
    );
  });

  it.each([
    ['brackets', '['.repeat(60_000)],
    ['links that do not end', '[a]('.repeat(15_000)],
    ['emphasis that does not end', '*a '.repeat(20_000)],
    ['bars', '|a'.repeat(30_000)],
    ['quotes', '> '.repeat(30_000)],
    ['spaces', `- ${' '.repeat(60_000)}x`],
    ['lines with nothing in them', '\n'.repeat(300_000)],
  ])('is left out in the time that its length takes: %s', (_what, input) => {
    const begin = performance.now();
    withoutMarkdown(sourceOf(input));
    expect(performance.now() - begin).toBeLessThan(8000);
  });
});

/** Text that stands in the input as it is. */
function sourceOf(text: string): SourceText {
  const builder = new SourceTextBuilder();
  builder.addWritten(text, 0);
  return builder.take();
}

describe('long words', () => {
  it('are digits by threes beyond fifteen of them, in parts of one word', () => {
    const items = itemsOf(`a ${'7'.repeat(800)} b`, 'en-US');

    expect(items.map(({ word }) => word)).toEqual([0, ...items.slice(1, -1).map(() => 1), 2]);
    expect(items.every(({ text }) => text.length <= 120)).toBe(true);
    expect(items.map(({ text }) => text.replace(/\D/g, '')).join('')).toBe('7'.repeat(800));
  });

  it('lose nothing, whatever they are', () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.string({ unit: fc.constantFrom('1', '22', 'a', ', ', '😀', '٣'), maxLength: 900 }),
    );
    const solid = (text: string): string => text.replace(/[\s,]/gu, '');
    fc.assert(
      fc.property(words, (text) => {
        const parts = partsOf(speakable(text));
        expect(solid(parts.join(' '))).toBe(solid(text));
      }),
    );
  });

  it('leave numbers of fifteen digits and words of a hundred letters alone', () => {
    expect(speakable('123456789012345')).toBe('123456789012345');
    expect(speakable('a'.repeat(100))).toBe('a'.repeat(100));
  });
});
