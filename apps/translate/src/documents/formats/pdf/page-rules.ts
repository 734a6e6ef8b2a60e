import type { Operation } from './content-stream.js';
import type { Matrix } from './matrix.js';

/** A straight line that is seen, such as between the cells of a table. */
export interface Rule {
  readonly kind: 'vertical' | 'horizontal';
  /** Where it is: its x, or its y. */
  readonly at: number;
  /** From where to where it goes, in the other direction. */
  readonly from: number;
  readonly to: number;
}

type Point = readonly [number, number];

/** Thicker ones are areas. */
const THICKEST = 3;
const SHORTEST = 6;
const STROKES: ReadonlySet<string> = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);
const FILLS: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);

/**
 * Finds the lines that a content stream draws.
 *
 * @see ISO 32000-2, section 8.5
 */
export class PageRules {
  readonly rules: Rule[] = [];
  #subpaths: Point[][] = [];

  /** @param matrix of the state in which the operation runs */
  apply({ operator, operands }: Operation, matrix: Matrix): void {
    const [a = 0, b = 0, c = 0, d = 0] = operands.map((each) =>
      each.kind === 'number' ? each.value : 0,
    );
    const at = (x: number, y: number): Point => [
      x * matrix[0] + y * matrix[2] + matrix[4],
      x * matrix[1] + y * matrix[3] + matrix[5],
    ];
    if (operator === 'm') this.#subpaths.push([at(a, b)]);
    else if (operator === 'l') this.#subpaths.at(-1)?.push(at(a, b));
    else if (operator === 're') {
      const corners = [at(a, b), at(a + c, b), at(a + c, b + d), at(a, b + d), at(a, b)];
      this.#subpaths.push(corners);
    } else this.#paint(operator);
  }

  #paint(operator: string): void {
    if (STROKES.has(operator)) {
      for (const points of this.#subpaths) {
        for (const at of points.keys()) this.#add(points.slice(at, at + 2));
      }
    }
    if (FILLS.has(operator)) for (const points of this.#subpaths) this.#add(points);
    if (operator === 'n' || STROKES.has(operator) || FILLS.has(operator)) this.#subpaths = [];
  }

  /** What is long and thin. */
  #add(points: readonly Point[]): void {
    const [left, right] = extremes(points.map(([x]) => x));
    const [bottom, top] = extremes(points.map(([, y]) => y));
    if (right - left <= THICKEST && top - bottom >= SHORTEST) {
      this.rules.push({ kind: 'vertical', at: (left + right) / 2, from: bottom, to: top });
    }
    if (top - bottom <= THICKEST && right - left >= SHORTEST) {
      this.rules.push({ kind: 'horizontal', at: (bottom + top) / 2, from: left, to: right });
    }
  }
}

/** Without spreading: a path may have as many points as it likes. */
const extremes = (values: readonly number[]): readonly [number, number] => [
  values.reduce((least, value) => Math.min(least, value), Infinity),
  values.reduce((most, value) => Math.max(most, value), -Infinity),
];

/** Whether a line goes up between two places on a base line. */
export const isParted = (
  rules: readonly Rule[],
  y: number,
  { left, right }: { readonly left: number; readonly right: number },
): boolean =>
  rules.some(
    ({ kind, at, from, to }) =>
      kind === 'vertical' && at >= left && at <= right && from <= y && to >= y,
  );

/** Whether a line goes across between two base lines, at some place. */
export const isUnderlined = (
  rules: readonly Rule[],
  x: number,
  { bottom, top }: { readonly bottom: number; readonly top: number },
): boolean =>
  rules.some(
    ({ kind, at, from, to }) =>
      kind === 'horizontal' && at >= bottom && at <= top && from <= x && to >= x,
  );
