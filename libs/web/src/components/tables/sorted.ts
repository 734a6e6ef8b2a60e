/** What a column is sorted by; what has none comes last, in either direction. */
export type SortValue = string | number | null | undefined;

/** A copy in order: texts as the reader's language has them, numbers within them by their value. */
export function sortedBy<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => SortValue,
  direction: 'ascending' | 'descending' = 'ascending',
): readonly Item[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const collator = new Intl.Collator(undefined, { numeric: true });
  return items.toSorted((one, other) => {
    const [a, b] = [valueOf(one) ?? null, valueOf(other) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * collator.compare(String(a), String(b));
  });
}
