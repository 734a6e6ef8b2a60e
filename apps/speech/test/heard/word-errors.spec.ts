import { describe, expect, it } from '@jest/globals';
import { canonical } from './sentences.js';
import { sameWords, wordErrors } from './word-errors.js';

const errors = (expected: string, heard: string): number =>
  wordErrors(canonical(expected), canonical(heard));

describe('word errors', () => {
  it.each([
    ['the same words', 'The same, words.', 0],
    ['one word wrong', 'one bird wrong', 1],
    ['one word missing', 'one missing', 1],
    ['nothing at all', '', 3],
    ['', 'two more', 2],
    ['words in another order', 'in words another order', 2],
    ['15 dollars', '$15', 0],
    ['about 1200 of three', 'About 1,200 of 3.', 0],
    ['at 930', 'at 9.30', 0],
  ])('of %j heard as %j: %d', (expected, heard, count) => {
    expect(errors(expected, heard)).toBe(count);
  });
});

describe('words that are the same', () => {
  it.each([
    [
      'a b c',
      'a b c',
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'a b c',
      'a x c',
      [
        [0, 0],
        [2, 2],
      ],
    ],
    [
      'a b c',
      'b c d',
      [
        [1, 0],
        [2, 1],
      ],
    ],
    ['a', '', []],
  ])('of %j and %j', (expected, heard, pairs) => {
    expect(sameWords(expected.split(' '), heard.split(' '))).toEqual(pairs);
  });
});
