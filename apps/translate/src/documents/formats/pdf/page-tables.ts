import type { Rule } from './page-rules.js';

/** A table whose cells are parted by lines. */
export interface Grid {
  /** Where its columns begin and the last one ends, from left to right. */
  readonly xs: readonly number[];
  /** Where its rows begin and the last one ends, from top to bottom. */
  readonly ys: readonly number[];
  readonly rules: readonly Rule[];
}

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** Lines this far from each other are one. */
const NEAR = 3;
/** Lines of a page; what has more is a drawing. */
const MOST_RULES = 1000;

/** Tables with two cells at least, of lines that touch each other. */
export function gridsIn(rules: readonly Rule[]): readonly Grid[] {
  if (rules.length > MOST_RULES) return [];
  return touching(rules).flatMap((group): Grid[] => {
    const xs = distinct(group.filter(({ kind }) => kind === 'vertical').map(({ at }) => at));
    const ys = distinct(group.filter(({ kind }) => kind === 'horizontal').map(({ at }) => at));
    const hasCells = xs.length > 1 && ys.length > 1 && xs.length + ys.length > 4;
    return hasCells ? [{ xs, ys: ys.toReversed(), rules: group }] : [];
  });
}

/** The cell that a place is in; undefined where it is in none. */
export function placeIn(
  { xs, ys }: Grid,
  { x, y }: { readonly x: number; readonly y: number },
): GridPlace | undefined {
  const column = xs.findLastIndex((each) => each <= x);
  const row = ys.findLastIndex((each) => each >= y);
  const isInside = column >= 0 && row >= 0 && column < xs.length - 1 && row < ys.length - 1;
  return isInside ? { row, column } : undefined;
}

/** For each cell of a row how many columns it has: a line that is missing joins two of them. */
export function spansOf({ xs, ys, rules }: Grid, row: number): readonly number[] {
  const middle = ((ys[row] ?? 0) + (ys[row + 1] ?? 0)) / 2;
  const spans: number[] = [];
  let span = 0;
  for (const end of xs.slice(1)) {
    span += 1;
    const isLast = end === xs.at(-1);
    if (isLast || isParted(rules, end, middle)) {
      spans.push(span);
      span = 0;
    }
  }
  return spans;
}

const isParted = (rules: readonly Rule[], x: number, y: number): boolean =>
  rules.some(
    ({ kind, at, from, to }) =>
      kind === 'vertical' && Math.abs(at - x) <= NEAR && from <= y && to >= y,
  );

/** Groups of lines, each with those that it touches. */
function touching(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const left = new Set(rules);
  const groups: Rule[][] = [];
  for (const first of rules) {
    if (!left.delete(first)) continue;
    const group = [first];
    // It grows while it is gone through.
    for (const rule of group) {
      const others = [...left].filter((other) => touches(rule, other));
      others.forEach((other) => left.delete(other));
      group.push(...others);
    }
    groups.push(group);
  }
  return groups;
}

function touches(one: Rule, other: Rule): boolean {
  if (one.kind === other.kind) {
    const isOneLine = Math.abs(one.at - other.at) <= NEAR;
    return isOneLine && one.from <= other.to + NEAR && other.from <= one.to + NEAR;
  }
  return isBetween(one.at, other) && isBetween(other.at, one);
}

const isBetween = (place: number, { from, to }: Rule): boolean =>
  place >= from - NEAR && place <= to + NEAR;

/** In ascending order. */
function distinct(places: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last === undefined || place - last > NEAR) found.push(place);
  }
  return found;
}
