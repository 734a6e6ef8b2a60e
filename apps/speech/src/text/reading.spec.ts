import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { composeUtterance } from './compose-utterance.js';
import { partsOf, speakable } from './words/long-words.js';

interface Cases {
  readonly sources: Readonly<Record<string, string>>;
  /** Language, what is written, what an engine is told to say word by word, and where that is from. */
  readonly cases: readonly (readonly [string, string, string, string])[];
}

const { sources, cases } = JSON.parse(
  readFileSync(new URL('reading-cases.json', import.meta.url), 'utf8'),
) as Cases;

const itemsOf = (input: string, language: string) =>
  composeUtterance(input, { language, normalize: true }).sentences.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'word' ? [item] : [])),
  );

describe('reading', () => {
  it.each(cases)('in %s, %s is said %s (%s)', (language, input, expected, source) => {
    expect(itemsOf(input, language).map(({ text }) => text)).toEqual(expected.split('|'));
    expect(sources).toHaveProperty(source);
  });

  it('has cases of the ten largest languages', () => {
    const languages = new Set(cases.map(([language]) => language.slice(0, 2)));

    expect([...languages]).toEqual(
      expect.arrayContaining(['en', 'zh', 'hi', 'es', 'fr', 'ar', 'bn', 'pt', 'ru', 'ur']),
    );
  });
});

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
