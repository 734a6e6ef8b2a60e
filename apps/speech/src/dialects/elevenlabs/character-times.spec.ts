import { describe, expect, it } from '@jest/globals';
import { characterTimes } from './character-times.js';

const word = (start: number, end: number, startMs: number, endMs: number) => ({
  kind: 'word' as const,
  word: 0,
  value: '',
  start,
  end,
  startMs,
  endMs,
});

describe('characterTimes', () => {
  it('spreads words evenly, and what is between them over the pause', () => {
    const times = characterTimes('ab 😀c.', { from: 0, until: 7, fromMs: 0 }, [
      word(0, 2, 100, 300),
      word(3, 6, 500, 700),
    ]);

    expect(times.characters).toEqual(['a', 'b', ' ', '😀', 'c', '.']);
    expect(times.startSeconds).toEqual([0.1, 0.2, 0.3, 0.5, 0.6, 0.7]);
    expect(times.endSeconds).toEqual([0.2, 0.3, 0.5, 0.6, 0.7, 0.7]);
  });

  it('goes on where the part before ended', () => {
    const times = characterTimes('ab cd', { from: 2, until: 5, fromMs: 300 }, [
      word(3, 5, 400, 600),
    ]);

    expect(times.characters.join('')).toBe(' cd');
    expect(times.startSeconds).toEqual([0.3, 0.4, 0.5]);
  });
});
