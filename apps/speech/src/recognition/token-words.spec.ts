import { describe, expect, it } from '@jest/globals';
import { wordsOf } from './token-words.js';

describe('words of tokens', () => {
  it('are what stands between spaces, with the times of their tokens', () => {
    const words = wordsOf({
      text: ' Hello there.',
      tokens: [' Hel', 'lo', ' there', '.'],
      timestamps: [0.1, 0.3, 0.52, 0.9],
      durations: [0.2, 0.15, 0.3, 0.1],
    });

    expect(words).toEqual([
      { text: 'Hello', startMs: 100, endMs: 450 },
      { text: 'there.', startMs: 520, endMs: 1000 },
    ]);
  });

  it('last until the next one where lengths are not told', () => {
    const words = wordsOf({ text: 'one two', tokens: ['▁one', '▁two'], timestamps: [0, 0.4] });

    expect(words).toEqual([
      { text: 'one', startMs: 0, endMs: 400 },
      { text: 'two', startMs: 400, endMs: 700 },
    ]);
  });

  it('are signs in scripts without spaces, and special tokens are none', () => {
    const tokens = ['<|zh|>', '你', '好'];
    const words = wordsOf({ text: '你好', tokens, timestamps: [0, 0.1, 0.3] });

    expect(words?.map(({ text }) => text)).toEqual(['你', '好']);
  });

  it('are unknown where there are no times, and none where nothing was said', () => {
    expect(wordsOf({ text: 'one', tokens: [' one'], timestamps: [] })).toBeUndefined();
    expect(wordsOf({ text: '', tokens: [], timestamps: [] })).toEqual([]);
  });
});
