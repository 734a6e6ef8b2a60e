/** A stretch of a text, in UTF-16 code units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A sentence, and where its translation stands. */
export interface SentencePair {
  readonly source: string;
  readonly target: Stretch;
}

/**
 * Sentences beside their translations: those of a line where it has as many as its translation, else the whole line; the whole
 * text where it has another number of lines.
 */
export function sentencePairs(source: string, target: string): readonly SentencePair[] {
  const [from, into] = [linesOf(source), linesOf(target)];
  if (from.length !== into.length) return paired(source, [wholeOf(source)], [wholeOf(target)]);
  return from.flatMap((line, at) => {
    const other = into[at] ?? wholeOf('');
    const [sentences, translated] = [sentencesIn(source, line), sentencesIn(target, other)];
    return sentences.length === translated.length
      ? paired(source, sentences, translated)
      : paired(source, [trimmed(source, line)], [trimmed(target, other)]);
  });
}

/** The pair whose translation a place belongs to, by its number; that before it, where it is between two. */
export function pairAt(pairs: readonly SentencePair[], place: number): number {
  const next = pairs.findIndex(({ target }) => target.end >= place);
  return next === -1 ? pairs.length - 1 : next;
}

const paired = (
  source: string,
  sentences: readonly Stretch[],
  translations: readonly Stretch[],
): readonly SentencePair[] =>
  sentences.flatMap((sentence, at) => {
    const target = translations[at];
    const text = source.slice(sentence.start, sentence.end);
    return target !== undefined && /\p{L}/u.test(text) ? [{ source: text, target }] : [];
  });

const wholeOf = (text: string): Stretch => ({ start: 0, end: text.length });

const linesOf = (text: string): readonly Stretch[] =>
  [...text.matchAll(/[^\n]*(?:\n|$)/g)]
    .filter(({ 0: line, index }) => line !== '' || index === 0)
    .map(({ 0: line, index }) => ({ start: index, end: index + line.length }));

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

const sentencesIn = (text: string, { start, end }: Stretch): readonly Stretch[] =>
  [...segmenter.segment(text.slice(start, end))]
    .map(({ segment, index }) =>
      trimmed(text, { start: start + index, end: start + index + segment.length }),
    )
    .filter((stretch) => stretch.end > stretch.start);

/** Without the white space around. */
function trimmed(text: string, { start, end }: Stretch): Stretch {
  const inside = text.slice(start, end);
  const first = start + (inside.length - inside.trimStart().length);
  return { start: first, end: Math.max(first, start + inside.trimEnd().length) };
}
