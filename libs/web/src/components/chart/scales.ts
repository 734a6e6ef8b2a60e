import { scaleBand, scaleLinear } from '@visx/scale';
import type { Bar } from './bar.js';

/** Of a chart, in pixels. */
export const HEIGHT = 180;
const MARGIN = { top: 8, right: 12, bottom: 24 };
/** Of a letter in an axis, in pixels: a little more than it takes, so that names do not touch. */
export const LETTER = 8;
/** Of the numbers: what is counted has no halves, so that the scale ends at 4 at least. */
export const TICKS = 4;

export type Scales = ReturnType<typeof scalesOf>;

/** Where bars stand, by their indices, and how high they are. */
export function scalesOf(bars: readonly Bar[], format: (value: number) => string, width: number) {
  const most = Math.max(...bars.map(({ value, more = 0 }) => value + more), TICKS);
  const bottom = HEIGHT - MARGIN.bottom;
  const y = scaleLinear<number>({ domain: [0, most], range: [bottom, MARGIN.top], nice: TICKS });
  const longest = Math.max(...y.ticks(TICKS).map((value) => format(value).length));
  const left = longest * LETTER + 2 * LETTER;
  // Names may come twice, such as an hour when clocks are put back.
  const x = scaleBand<number>({
    domain: [...bars.keys()],
    range: [left, width - MARGIN.right],
    padding: 0.2,
  });
  return { x, y, left, bottom };
}

/** Indices of every name, or every second, third and so on: those that do not stand in one another. */
export function namesThatFit(bars: readonly Bar[], step: number): number[] {
  const longest = Math.max(...bars.map(({ name }) => name.length), 1);
  const every = Math.max(1, Math.ceil(((longest + 1) * LETTER) / step));
  return [...bars.keys()].filter((at) => at % every === 0);
}
