import { describe, expect, it } from '@jest/globals';
import { sortedBy } from '../src/components/tables/sorted.js';

const ROWS = [
  { name: 'part 10' },
  { name: 'Part 2' },
  { name: undefined },
  { name: 'apple' },
  { name: null },
];
const sorted = (direction?: 'descending') =>
  sortedBy(ROWS, ({ name }) => name, direction).map(({ name }) => name ?? 'none');

describe('rows of a table in order', () => {
  it('have numbers within texts by their value, and what has no value last', () => {
    expect(sorted()).toEqual(['apple', 'Part 2', 'part 10', 'none', 'none']);
  });

  it('have what has no value last the other way round, too', () => {
    expect(sorted('descending')).toEqual(['part 10', 'Part 2', 'apple', 'none', 'none']);
  });

  it('are a copy', () => {
    const numbers = [3, 1, 20];

    expect(sortedBy(numbers, (number) => number)).toEqual([1, 3, 20]);
    expect(numbers).toEqual([3, 1, 20]);
  });
});
