import type { Agreement } from './agreement.js';

/**
 * A range of a text, in UTF-16 code units, that must come out of a translation exactly once.
 *
 * - `tag`: markup around words; follows its words wherever they go. May be empty (`start === end`).
 * - `protected`: comes out as it went in.
 * - `term`: comes out as `target`, which an engine may inflect when it knows the term's morphology.
 *
 * Tags nest or lie apart, they never overlap in part. Nothing lies inside `protected` and `term`.
 */
export type Span = SpanRange &
  (
    | { readonly kind: 'tag' }
    | {
        readonly kind: 'protected';
        /** A word that an engine may translate its surroundings with. */
        readonly standIn?: string | undefined;
      }
    | {
        readonly kind: 'term';
        readonly target: string;
        /** What the words around it should agree with. */
        readonly agreement?: Agreement | undefined;
      }
  );

interface SpanRange {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  /** The span around this one: what tells `<a/><b/>` from `<a><b/></a>`. */
  readonly parent?: number;
}

/** Where a span came to lie in the translation. */
export interface PlacedSpan {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** A translated text, with the spans of its source where they came to lie. */
export interface PlacedText {
  readonly text: string;
  readonly spans: readonly PlacedSpan[];
}

/** A text for an engine, with its spans in the order of their opening. */
export interface MarkedText {
  readonly text: string;
  readonly spans: readonly Span[];
}

export const unmarked = (text: string): MarkedText => ({ text, spans: [] });

/** A span wherever it lies, with the one around it. */
export interface NestedRange extends PlacedSpan {
  readonly parent?: number;
}

/** Ranges from left to right, each before those inside it; equal ones keep their order. O(n log n). */
export function inOpeningOrder<T extends NestedRange>(spans: readonly T[]): readonly T[] {
  const byParent = Map.groupBy(spans, ({ parent }) => parent);
  const childrenBackwards = (parent: number | undefined) =>
    (byParent.get(parent) ?? []).toSorted((a, b) => a.start - b.start || a.end - b.end).reverse();
  const ordered: T[] = [];
  const waiting = childrenBackwards(undefined);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    ordered.push(next);
    for (const child of childrenBackwards(next.id)) waiting.push(child);
  }
  return ordered;
}

/** What one meets on the way through a text with spans. */
export type SpanEvent<T> =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'open'; readonly span: T }
  | { readonly kind: 'close'; readonly span: T };

/** Goes through a text from left to right. @param spans in the order of their opening */
export function eventsOf<T extends NestedRange>(
  length: number,
  spans: readonly T[],
): readonly SpanEvent<T>[] {
  const events: SpanEvent<T>[] = [];
  const open: T[] = [];
  let position = 0;
  const advance = (to: number) => {
    if (to > position) events.push({ kind: 'text', start: position, end: to });
    position = Math.max(position, to);
  };
  const closeUpTo = (parent: number | undefined) => {
    for (let last = open.at(-1); last !== undefined && last.id !== parent; last = open.at(-1)) {
      advance(last.end);
      events.push({ kind: 'close', span: last });
      open.pop();
    }
  };
  for (const span of spans) {
    closeUpTo(span.parent);
    advance(span.start);
    events.push({ kind: 'open', span });
    open.push(span);
  }
  closeUpTo(undefined);
  advance(length);
  return events;
}

/**
 * Whether a translation holds every span of its source once, nested as in the source.
 *
 * Checks what engines return, none of which is trusted: O(n log n) in the number of spans.
 */
export function isFaithful(
  { text: source, spans }: MarkedText,
  placed: readonly PlacedSpan[],
  text: string,
): boolean {
  const places = new Map(placed.map((span) => [span.id, span]));
  if (places.size !== placed.length || placed.length !== spans.length) return false;
  const lastEndIn = new Map<number | undefined, number>();
  const pairs = spans.flatMap((span) => {
    const place = places.get(span.id);
    return place === undefined ? [] : [{ span, place }];
  });
  if (pairs.length !== spans.length) return false;
  const inOrder = pairs.toSorted(
    (a, b) => a.place.start - b.place.start || a.place.end - b.place.end,
  );
  return inOrder.every(({ span, place }) => {
    const around = span.parent === undefined ? undefined : places.get(span.parent);
    const { start, end } = around ?? { start: 0, end: text.length };
    const isInside = start <= place.start && place.start <= place.end && place.end <= end;
    const isApart = place.start >= (lastEndIn.get(span.parent) ?? 0);
    lastEndIn.set(span.parent, place.end);
    return isInside && isApart && holdsItsText(span, source, text.slice(place.start, place.end));
  });
}

/** Protected content is compared letter by letter; a term may be inflected, but not be gone. */
function holdsItsText(span: Span, source: string, text: string): boolean {
  if (span.kind === 'protected') return text === source.slice(span.start, span.end);
  return span.kind === 'tag' || text !== '';
}
