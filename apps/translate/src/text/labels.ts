import type { MarkedText, PlacedText } from './marked-text.js';

/** `a)`, `(b)`, `C.`, `iv.`, `Q:`, or a dash or a dot of a list, with the white space behind. */
const LABEL =
  /^(?:(?:\((?:\p{L}|[ivx]{1,5}|[IVX]{1,5})\)|(?:\p{L}|[ivx]{1,5}|[IVX]{1,5})[).]|\p{Lu}:|[-–—*+•·▪◦‣>])[\s\u00a0]+){1,2}(?=\S)/u;

const LETTER = /[\p{L}\p{M}]/u;

/**
 * The end of what a line of a list, an answer or a part of a dialogue begins with. Engines take a label for a word:
 * `a) London` becomes `one London`.
 *
 * @returns 0 where there is no label, or where spans do not allow to take it off
 */
export function labelEndOf({ text, spans }: MarkedText): number {
  const end = LABEL.exec(text)?.[0].length ?? 0;
  if (end === 0 || !LETTER.test(text.slice(end))) return 0;
  const isApart = spans.every((span) => {
    const isWhole = span.start === 0 && span.end === text.length;
    const isLabel = isInLabel(span, end) && span.kind !== 'term';
    return isLabel || span.start >= end || (isWhole && span.kind === 'tag');
  });
  return isApart ? end : 0;
}

/** The segment behind its label. */
export function withoutLabel({ text, spans }: MarkedText, end: number): MarkedText {
  if (end === 0) return { text, spans };
  return {
    text: text.slice(end),
    spans: spans
      .filter((span) => !isInLabel(span, end))
      .map((span) => ({ ...span, start: Math.max(0, span.start - end), end: span.end - end })),
  };
}

/** A translation with the label of its segment, and the spans that are in it or around it. */
export function withLabel<T extends PlacedText>(segment: MarkedText, end: number, placed: T): T {
  if (end === 0) return placed;
  const around = new Set(segment.spans.filter(({ start }) => start === 0).map(({ id }) => id));
  const inLabel = segment.spans
    .filter((span) => isInLabel(span, end))
    .map(({ id, start, end: last }) => ({ id, start, end: last }));
  const moved = placed.spans.map((span) => ({
    ...span,
    start: around.has(span.id) ? 0 : span.start + end,
    end: span.end + end,
  }));
  return {
    ...placed,
    text: segment.text.slice(0, end) + placed.text,
    spans: [...inLabel, ...moved],
  };
}

/** An empty span behind the label belongs to what follows. */
const isInLabel = ({ start, end }: { start: number; end: number }, labelEnd: number): boolean =>
  start < labelEnd && end <= labelEnd;
