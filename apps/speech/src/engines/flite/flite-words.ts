/** A sound, and when it begins. */
export interface TimedPhone {
  readonly phone: string;
  readonly startMs: number;
}

/**
 * When each word begins: the phones of the words, read one by one, are laid over those of the sentence, where "the" and "a"
 * sound otherwise, with the fewest differences (Levenshtein 1966). O(n m).
 */
export function wordStartsOf(
  words: readonly (readonly string[])[],
  spoken: readonly TimedPhone[],
): readonly number[] {
  const read = words.flatMap((phones, word) => phones.map((phone) => ({ phone, word })));
  const first = new Map<number, number>();
  for (const [at, index] of pairs(read, spoken)) {
    const word = read[at]?.word ?? 0;
    if (!first.has(word)) first.set(word, spoken[index]?.startMs ?? 0);
  }
  // A word that left no sound begins where the next one does.
  let next = spoken.at(-1)?.startMs ?? 0;
  return words
    .map((_, index) => index)
    .toReversed()
    .map((word) => (next = first.get(word) ?? next))
    .toReversed();
}

/** Positions that stand for each other, in order. */
function pairs(
  read: readonly { readonly phone: string }[],
  spoken: readonly TimedPhone[],
): (readonly [number, number])[] {
  const width = spoken.length + 1;
  const costs = costsOf(read, spoken);
  const cost = (at: number, index: number): number => costs[at * width + index] ?? Infinity;
  const found: (readonly [number, number])[] = [];
  let [at, index] = [read.length, spoken.length];
  while (at > 0 && index > 0) {
    const isSame = read[at - 1]?.phone === spoken[index - 1]?.phone;
    if (cost(at, index) === cost(at - 1, index - 1) + (isSame ? 0 : 1)) {
      found.push([at - 1, index - 1]);
      [at, index] = [at - 1, index - 1];
    } else if (cost(at, index) === cost(at - 1, index) + 1) at -= 1;
    else index -= 1;
  }
  return found.toReversed();
}

function costsOf(
  read: readonly { readonly phone: string }[],
  spoken: readonly TimedPhone[],
): Uint32Array {
  const width = spoken.length + 1;
  const costs = new Uint32Array((read.length + 1) * width);
  for (let index = 0; index < width; index += 1) costs[index] = index;
  for (let at = 1; at <= read.length; at += 1) {
    costs[at * width] = at;
    for (let index = 1; index < width; index += 1) {
      const isSame = read[at - 1]?.phone === spoken[index - 1]?.phone;
      costs[at * width + index] = Math.min(
        (costs[(at - 1) * width + index - 1] ?? 0) + (isSame ? 0 : 1),
        (costs[(at - 1) * width + index] ?? 0) + 1,
        (costs[at * width + index - 1] ?? 0) + 1,
      );
    }
  }
  return costs;
}
