import { describe, expect, it } from '@jest/globals';
import type { Rule } from './page-rules.js';
import { gridsIn, placeIn, spansOf } from './page-tables.js';

const across = (at: number, from: number, to: number): Rule => ({
  kind: 'horizontal',
  ...{ at, from, to },
});
const up = (at: number, from: number, to: number): Rule => ({
  kind: 'vertical',
  ...{ at, from, to },
});

/** Two rows of two cells; the second row is one cell. */
const RULES = [
  ...[across(100, 50, 250), across(80, 50, 250), across(60.5, 50, 250)],
  ...[up(50, 60, 100), up(150, 80, 100), up(250, 60, 100)],
];

describe('tables of lines', () => {
  it('have their columns and rows from left to right and from top to bottom', () => {
    expect(gridsIn(RULES)).toEqual([
      { xs: [50, 150, 250], ys: [100, 80, 60.5], rules: expect.arrayContaining(RULES) },
    ]);
  });

  it('have cells, some of several columns', () => {
    const [grid] = gridsIn(RULES);
    if (grid === undefined) throw new Error('no table');

    expect(placeIn(grid, { x: 60, y: 85 })).toEqual({ row: 0, column: 0 });
    expect(placeIn(grid, { x: 160, y: 65 })).toEqual({ row: 1, column: 1 });
    expect(placeIn(grid, { x: 300, y: 85 })).toBeUndefined();
    expect(placeIn(grid, { x: 60, y: 120 })).toBeUndefined();
    expect([spansOf(grid, 0), spansOf(grid, 1)]).toEqual([[1, 1], [2]]);
  });

  it('are apart where their lines do not touch', () => {
    const below = RULES.map((rule) =>
      rule.kind === 'horizontal'
        ? { ...rule, at: rule.at - 50 }
        : { ...rule, from: rule.from - 50, to: rule.to - 50 },
    );

    expect(gridsIn([...RULES, ...below])).toHaveLength(2);
  });

  it.each([
    ['a frame', [across(100, 0, 100), across(0, 0, 100), up(0, 0, 100), up(100, 0, 100)]],
    ['lines that underline', [across(100, 0, 100), across(80, 0, 100)]],
    ['nothing', []],
    ['a drawing of many lines', Array.from({ length: 1001 }, (_none, at) => up(at * 9, 0, 9))],
  ])('are none of %s', (_what, rules) => {
    expect(gridsIn(rules)).toEqual([]);
  });
});
