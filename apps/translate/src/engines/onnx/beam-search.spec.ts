import { describe, expect, it } from '@jest/globals';
import { BeamSearch } from './beam-search.js';

const END = 0;

/** A search of three beams whose first step ends with two answers, one likelier than the other. */
function searched(): BeamSearch {
  const search = new BeamSearch(9, {
    ...{ beams: 3, maxLength: 10, end: END, lengthPenalty: 1, stopsEarly: true },
  });
  const row = (...found: readonly (readonly [token: number, score: number])[]) => ({
    perRow: found.length,
    tokens: found.map(([token]) => token),
    scores: new Float32Array(found.map(([, score]) => score)),
  });
  search.take(row([1, -1], [2, -2], [3, -3], [4, -9], [5, -9], [6, -9]), 0);
  const ends = [END, -0.1] as const;
  const rest = [7, 8, 10, 11, 12].map((token) => [token, -50] as const);
  search.take({ ...row(ends, ...rest, ends, ...rest, ends, ...rest), perRow: 6 }, 0);
  return search;
}

describe('a search by beams', () => {
  it('has its answers in the order of their likelihood, and the best one for a rank that there is not', () => {
    const search = searched();

    expect(search.isOver).toBe(true);
    expect([0, 1, 2, 3].map((rank) => search.answer(rank))).toEqual([
      [1, END],
      [2, END],
      [3, END],
      [1, END],
    ]);
    expect(search.answer()).toEqual([1, END]);
  });
});
