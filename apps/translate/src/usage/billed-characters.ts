/**
 * What a text costs: its Unicode code points, markup included (our choice, as the published service bills
 * tags as well). The `context`, instructions and terms cost nothing (spec 1, part 4).
 *
 * A surrogate pair is one code point, a lone surrogate is one as well. O(n), needs no translation, so that
 * quotas are checked before any work.
 */
export function billedCharacters(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10ffff}]/gu)?.length ?? 0);
}
