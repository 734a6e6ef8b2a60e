import { describe, expect, it } from '@jest/globals';
import { namesThatFit, scalesOf } from '../src/components/chart/scales.js';

const WIDTH = 600;
const barsOf = (names: readonly string[], valueOf = (at: number) => at) =>
  names.map((name, at) => ({ name, value: valueOf(at) }));

describe('the scales of a chart', () => {
  it('have a place for each bar, also for two of the same name', () => {
    const bars = barsOf(['00:00', '01:00', '01:00', '02:00']);

    const { x } = scalesOf(bars, String, WIDTH);

    expect(new Set(bars.map((_bar, at) => x(at))).size).toBe(4);
    expect(namesThatFit(bars, x.step())).toEqual([0, 1, 2, 3]);
  });

  it.each([
    ['no bar', [], () => 0],
    ['nothing in them', ['Mon', 'Tue'], () => 0],
    ['one bar', ['Mon'], () => 1],
    ['a year', Array.from({ length: 366 }, (_none, at) => `2028-${at}`), (at: number) => at],
    ['large numbers', ['Mon', 'Tue'], () => 1e12],
  ])('stay in the picture with %s', (_name, names, valueOf) => {
    const bars = barsOf(names, valueOf);

    const { x, y, left, bottom } = scalesOf(bars, String, WIDTH);

    expect(x.bandwidth()).toBeGreaterThan(0);
    for (const [at, { value }] of bars.entries()) {
      expect(x(at)).toBeGreaterThanOrEqual(left);
      expect((x(at) ?? NaN) + x.bandwidth()).toBeLessThanOrEqual(WIDTH);
      expect(y(value)).toBeGreaterThanOrEqual(0);
      expect(y(value)).toBeLessThanOrEqual(bottom);
    }
    const shown = namesThatFit(bars, x.step());
    const widest = Math.max(...names.map(({ length }) => 7 * length), 0);
    for (const [nth, at] of shown.slice(1).entries()) {
      expect((x(at) ?? 0) - (x(shown[nth] ?? 0) ?? 0)).toBeGreaterThan(widest);
    }
  });
});
