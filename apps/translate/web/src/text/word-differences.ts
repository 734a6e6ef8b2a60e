import type { Stretch } from './sentences.js';

/** A stretch of a text, and whether the other text lacks it. */
export interface ComparedPart {
  readonly text: string;
  readonly isNew: boolean;
}

/** How one sentence differs from another. */
export interface WordDifferences {
  /** Joined, the parts are the second text. */
  readonly parts: readonly ComparedPart[];
  /** Words of the first text that are not in the second, or elsewhere. */
  readonly gone: readonly Stretch[];
}

const TOKEN = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu;

/** By the longest common subsequence of words. O(words of the one × words of the other). */
export function wordDifferences(before: string, after: string): WordDifferences {
  const old = [...before.matchAll(TOKEN)].map(({ 0: text, index }) => ({ text, start: index }));
  const now = [...after.matchAll(TOKEN)].map(([text]) => text);
  const common = commonWords(
    old.map(({ text }) => text),
    now,
  );
  const [kept, said] = [new Set(common.map(([at]) => at)), new Set(common.map(([, at]) => at))];
  return {
    parts: now.map((text, at) => ({ text, isNew: !said.has(at) })),
    gone: old.flatMap(({ text, start }, at) =>
      kept.has(at) ? [] : [{ start, end: start + text.length }],
    ),
  };
}

/** Which words of both lists belong together, by their places. */
function commonWords(
  old: readonly string[],
  now: readonly string[],
): readonly (readonly [number, number])[] {
  const lengths = commonLengths(old, now);
  const common: (readonly [number, number])[] = [];
  let [at, next] = [0, 0];
  while (at < old.length && next < now.length) {
    if (old[at] === now[next]) {
      common.push([at, next]);
      at += 1;
      next += 1;
    } else if (lengthAt(lengths, at + 1, next) >= lengthAt(lengths, at, next + 1)) at += 1;
    else next += 1;
  }
  return common;
}

const lengthAt = (lengths: readonly (readonly number[])[], at: number, next: number): number =>
  lengths[at]?.[next] ?? 0;

/** Of the rests of both lists from each two places on. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(now.length + 1).fill(0),
  );
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let next = now.length - 1; next >= 0; next -= 1) {
      const row = lengths[at];
      if (row === undefined) continue;
      row[next] =
        old[at] === now[next]
          ? lengthAt(lengths, at + 1, next + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, next), lengthAt(lengths, at, next + 1));
    }
  }
  return lengths;
}
