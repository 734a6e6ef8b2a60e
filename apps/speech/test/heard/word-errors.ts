/** Words that are wrong, missing or too many: the least number of changes that make one text of the other (Levenshtein). */
export function wordErrors(expected: readonly string[], heard: readonly string[]): number {
  let before = heard.map((_, at) => at + 1);
  for (const [row, word] of expected.entries()) {
    let left = row + 1;
    let diagonal = row;
    before = before.map((above, at) => {
      const changed = diagonal + (heard[at] === word ? 0 : 1);
      diagonal = above;
      left = Math.min(left + 1, above + 1, changed);
      return left;
    });
  }
  return before.at(-1) ?? expected.length;
}

/** Indices of words that are the same in both texts, in order: the longest common subsequence. */
export function sameWords(
  expected: readonly string[],
  heard: readonly string[],
): readonly (readonly [number, number])[] {
  // Of what begins at each pair of words.
  const lengths = Array.from({ length: expected.length + 1 }, () =>
    new Array<number>(heard.length + 1).fill(0),
  );
  const lengthAt = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = expected.length - 1; row >= 0; row -= 1) {
    for (let column = heard.length - 1; column >= 0; column -= 1) {
      lengths[row]![column] =
        expected[row] === heard[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < expected.length && column < heard.length) {
    if (expected[row] === heard[column]) {
      pairs.push([row, column]);
      [row, column] = [row + 1, column + 1];
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
