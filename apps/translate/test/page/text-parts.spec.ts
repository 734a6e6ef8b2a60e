import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { textParts } from '../../web/src/text/text-parts.js';

describe('the parts of a text that is pasted', () => {
  it('is itself where it is short', () => {
    expect(textParts('The house is big.')).toEqual(['The house is big.']);
    expect(textParts('')).toEqual(['']);
  });

  it.each([
    ['a blank line', 'One two.\n\nThree four. Five', ['One two.\n\n', 'Three four. Five'], 16],
    ['a line', 'One. two\nThree four', ['One. two\n', 'Three four'], 12],
    ['a sentence', 'One two. Three four', ['One two. ', 'Three four'], 12],
    ['a word', 'One two three', ['One two ', 'three'], 9],
  ])('end behind %s', (_what, text, parts, most) => {
    expect(textParts(text, most)).toEqual(parts);
  });

  it('are five of 150,000 characters, each short enough', () => {
    const text = 'The house is big and old. '.repeat(6000).slice(0, 150_000);

    const parts = textParts(text);

    expect(parts.length).toBeLessThan(8);
    expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThan(128 * 1024);
    expect(parts.join('')).toBe(text);
  });

  it('lose nothing, cut no character in two, and are never too long', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 2, max: 30 }),
        (text, most) => {
          const parts = textParts(text, most);

          expect(parts.join('')).toBe(text);
          expect(parts.every((part) => part.length <= most)).toBe(true);
          if (text.isWellFormed()) expect(parts.every((part) => part.isWellFormed())).toBe(true);
        },
      ),
    );
  });
});
