import { describe, expect, it } from '@jest/globals';
import { sortedBy } from '../src/components/tables/sorted.js';

describe('rows of a table in order', () => {
  const names = ['part 10', 'Part 2', undefined, 'apple', null];

  it('have numbers within texts by their value, and what has no value last', () => {
    expect(sortedBy(names, (name) => name)).toEqual([
      'apple',
      'Part 2',
      'part 10',
      undefined,
      null,
    ]);
  });

  it('have what has no value last the other way round, too', () => {
    expect(sortedBy(names, (name) => name, 'descending')).toEqual([
      ...['part 10', 'Part 2', 'apple', undefined, null],
    ]);
  });

  it('are a copy', () => {
    const numbers = [3, 1, 20];

    expect(sortedBy(numbers, (number) => number)).toEqual([1, 3, 20]);
    expect(numbers).toEqual([3, 1, 20]);
  });
});
