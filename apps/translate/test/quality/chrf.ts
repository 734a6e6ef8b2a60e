const LONGEST_NGRAM = 6;
const BETA = 2;

/**
 * chrF2 of translations against references, 0 to 100, over the whole set.
 *
 * @see Maja Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015
 */
export function chrf(translations: readonly string[], references: readonly string[]): number {
  const scores = Array.from({ length: LONGEST_NGRAM }, (_unused, index) => {
    let [matches, given, wanted] = [0, 0, 0];
    translations.forEach((translation, at) => {
      const own = ngrams(translation, index + 1);
      const reference = ngrams(references[at] ?? '', index + 1);
      given += size(own);
      wanted += size(reference);
      for (const [ngram, count] of own) matches += Math.min(count, reference.get(ngram) ?? 0);
    });
    const [precision, recall] = [matches / Math.max(1, given), matches / Math.max(1, wanted)];
    const weight = BETA ** 2;
    return precision + recall === 0
      ? 0
      : ((1 + weight) * precision * recall) / (weight * precision + recall);
  });
  return (100 * scores.reduce((sum, score) => sum + score, 0)) / LONGEST_NGRAM;
}

function ngrams(text: string, length: number): ReadonlyMap<string, number> {
  const letters = Array.from(text.replace(/\s+/g, ''));
  const counts = new Map<string, number>();
  for (let at = 0; at + length <= letters.length; at += 1) {
    const ngram = letters.slice(at, at + length).join('');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

const size = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
