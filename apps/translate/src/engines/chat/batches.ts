const MOST_ITEMS = 20;
const MOST_CHARACTERS = 4000;

/** Consecutive items in lists that a model can answer at once: at most 20, and 4,000 UTF-16 code units. */
export function batchesOf<T extends { readonly text: string }>(
  items: readonly T[],
): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let characters = 0;
  for (const item of items) {
    const current = batches.at(-1);
    const fits = characters + item.text.length <= MOST_CHARACTERS;
    if (current !== undefined && current.length < MOST_ITEMS && fits) {
      current.push(item);
      characters += item.text.length;
    } else {
      batches.push([item]);
      characters = item.text.length;
    }
  }
  return batches;
}
