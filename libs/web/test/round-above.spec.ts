import { describe, expect, it } from '@jest/globals';
import { roundAbove } from '../src/round-above.js';

describe('the scale of a chart', () => {
  it.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [5, 10],
    [10, 10],
    [11, 20],
    [399, 400],
    [401, 1000],
    [12_345, 20_000],
  ])('for %d ends at %d, half of which is round too', (value, end) => {
    expect(roundAbove(value)).toBe(end);
  });
});
