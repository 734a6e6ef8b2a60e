import { marksIn, withoutMarks } from './marks.js';
import type { WantedTerm } from './texts.js';

/** What may be wrong with a translation. */
export type Warning =
  | { readonly kind: 'marks' | 'numbers'; readonly what: string }
  | { readonly kind: 'glossary'; readonly source: string; readonly target: string }
  | { readonly kind: 'length' | 'empty' };

/** Translations are up to a third longer than their texts; short ones vary more. */
const MOST_TIMES = 2;
const LEAST_SHARE = 1 / 3;
const SHORT = 20;

const NUMBER = /\p{Nd}+(?:[.,\u00a0\u202f]\p{Nd}+)*/gu;

/** @param source and target as people see them */
export function warningsOf(
  source: string,
  target: string,
  terms: readonly WantedTerm[],
): readonly Warning[] {
  const words = withoutMarks(target);
  if (words.trim() === '') return [{ kind: 'empty' }];
  const marks = differing(marksIn(source), marksIn(target));
  const numbers = differing(numbersIn(source), numbersIn(target));
  return [
    ...(marks.length > 0 ? [{ kind: 'marks', what: marks.join(' ') } as const] : []),
    ...(numbers.length > 0 ? [{ kind: 'numbers', what: numbers.join(' ') } as const] : []),
    ...terms
      .filter((term) => !words.toLowerCase().includes(term.target.toLowerCase()))
      .map((term) => ({ kind: 'glossary', ...term }) as const),
    ...(isOdd(withoutMarks(source).length, words.length) ? [{ kind: 'length' } as const] : []),
  ];
}

/** By their digits: languages part thousands in different ways. */
const numbersIn = (text: string): readonly string[] =>
  [...withoutMarks(text).matchAll(NUMBER)].map(([number]) => number.replaceAll(/\P{Nd}/gu, ''));

/** What one list has more often than the other. */
function differing(one: readonly string[], other: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const item of one) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) - 1);
  return [...counts].flatMap(([item, count]) => (count === 0 ? [] : [item]));
}

const isOdd = (source: number, target: number): boolean =>
  target > MOST_TIMES * source + SHORT || (source > SHORT && target < LEAST_SHARE * source);
