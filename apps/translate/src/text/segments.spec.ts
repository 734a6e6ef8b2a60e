import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joinSegments, splitText } from './segments.js';

const translatable = (text: string) =>
  splitText(text)
    .filter(({ kind }) => kind === 'translatable')
    .map((segment) => segment.text);

describe('splitText', () => {
  it('loses and changes nothing, whatever the text', () => {
    const parts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\0', '\n', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\t', '\ud800'),
      fc.constantFrom(' ', 'a. ', 'word '.repeat(500), 'é'.repeat(2500), '😀'.repeat(1500)),
    );

    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(joinSegments(splitText(text))).toBe(text);
      }),
    );
  });

  it.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0', '\t', '\u001b'])(
    'keeps %j from the engine',
    (separator) => {
      expect(translatable(`One${separator}two.`)).toEqual(['One', 'two.']);
    },
  );

  it('keeps the white space around a line', () => {
    expect(translatable('  One two.\u00a0\n   Three. ')).toEqual(['One two.', 'Three.']);
  });

  it.each(['', '42', '3,50 €', ' \n ', '😀', '---'])('has nothing to translate in %p', (text) => {
    expect(translatable(text)).toEqual([]);
  });

  it('leaves a line of 2,000 characters whole', () => {
    const line = 'One two. '.repeat(222).trim();

    expect(translatable(line)).toEqual([line]);
  });

  it('splits a longer line at the ends of sentences', () => {
    const segments = translatable('One two three four five. '.repeat(400));

    expect(segments.length).toBeLessThanOrEqual(6);
    for (const segment of segments) {
      expect(segment.length).toBeLessThanOrEqual(2000);
      expect(segment).toMatch(/^One .*five\.$/);
    }
  });

  it('splits a sentence without end between words, and a word without end between characters', () => {
    const words = translatable('word '.repeat(1000));
    const characters = translatable('😀é'.repeat(1000));

    expect(new Set(words.join(' ').split(' '))).toEqual(new Set(['word']));
    for (const segment of characters) expect(segment.isWellFormed()).toBe(true);
    expect(
      Math.max(...[...words, ...characters].map((segment) => segment.length)),
    ).toBeLessThanOrEqual(2000);
  });

  it.each([' ', '\n', 'a', '. ', '😀', '\0', 'a '])(
    'splits 128 KiB of %j in little time',
    (unit) => {
      const text = unit.repeat(Math.floor(131_072 / unit.length));
      const startMs = performance.now();

      splitText(text);

      expect(performance.now() - startMs).toBeLessThan(2000);
    },
  );
});
