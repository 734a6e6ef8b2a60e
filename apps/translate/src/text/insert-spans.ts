import type { MarkedText, Span } from './marked-text.js';
import type { TextRange } from './untranslatable.js';

type Placed = Pick<Span, 'id' | 'start' | 'end' | 'parent'>;

/**
 * Adds spans to a segment, numbered on from its own.
 *
 * @param ranges from left to right, each free as `isFreeIn` tells
 * @param make the span for a range
 */
export function insertSpans<R extends TextRange>(
  segment: MarkedText,
  ranges: readonly R[],
  make: (placed: Placed, range: R) => Span,
): MarkedText {
  let id = segment.spans.reduce((highest, span) => Math.max(highest, span.id), -1);
  const spans = ranges.map((range): Span => {
    id += 1;
    const { start, end } = range;
    return make({ id, start, end, ...innermost(segment, start, end) }, range);
  });
  return spans.length === 0 ? segment : { text: segment.text, spans: merged(segment.spans, spans) };
}

/** A new span lies outside protected content, and is not cut by the edge of a tag. */
export function isFreeIn({ spans }: MarkedText): (start: number, end: number) => boolean {
  return (start, end) =>
    spans.every((span) => {
      const isApart = end <= span.start || start >= span.end;
      const holdsRange = span.start <= start && end <= span.end;
      if (span.start === span.end) return span.start <= start || span.start >= end;
      return isApart || (span.kind === 'tag' && holdsRange);
    });
}

function innermost(
  { spans }: MarkedText,
  start: number,
  end: number,
): { readonly parent?: number } {
  const around = spans.findLast(
    (span) => span.start < span.end && span.start <= start && end <= span.end,
  );
  return around === undefined ? {} : { parent: around.id };
}

/** Both lists are in the order of their opening; a new span comes after the tags that open where it does. */
function merged(tags: readonly Span[], added: readonly Span[]): readonly Span[] {
  return [...tags, ...added]
    .map((span, order) => ({ span, order }))
    .sort((a, b) => a.span.start - b.span.start || a.order - b.order)
    .map(({ span }) => span);
}
