import type { MarkedText, PlacedSpan, PlacedText, Span } from '../../../text/marked-text.js';

/** A tag that came as plain text and its end. */
interface Pair {
  readonly open: Span;
  readonly close: Span;
  /** Of pairs around it. */
  readonly depth: number;
}

/** A segment whose pairs of tags are around words, and what brings their text back. */
export interface Unwrapped {
  readonly segment: MarkedText;
  /** @returns undefined where the tags did not come back around words, one within the other */
  readonly wrapped: <T extends PlacedText>(answer: T) => T | undefined;
}

/** Above this many spans a segment stays as it is: each pair is compared with the others, and others wait meanwhile. */
const MOST_SPANS = 60;

const TAG = /^<(\/?)([A-Za-z][\w:.\-]{0,60})(?:\s[^<>]*)?>$/v;

/**
 * Takes pairs of tags that are kept as text (`The <b>house</b>` of a plain text) out of it: a word for each tag would part an
 * article from its noun, and what agrees from what it agrees with.
 *
 * @returns undefined for a segment without any, and for one whose markup has been read
 */
export function unwrapped(source: MarkedText): Unwrapped | undefined {
  if (source.spans.length > MOST_SPANS) return undefined;
  if (source.spans.some(({ kind }) => kind === 'tag')) return undefined;
  const pairs = pairsIn(source);
  if (pairs.length === 0) return undefined;
  return { segment: withoutTags(source, pairs), wrapped: (answer) => wrap(source, pairs, answer) };
}

function pairsIn({ text, spans }: MarkedText): readonly Pair[] {
  const pairs: Pair[] = [];
  const opened: { readonly name: string; readonly span: Span }[] = [];
  for (const span of spans) {
    const written = text.slice(span.start, span.end);
    const [, slash, name] = (span.kind === 'protected' ? TAG.exec(written) : null) ?? [];
    if (name === undefined || written.endsWith('/>')) continue;
    if (slash === '') {
      opened.push({ name, span });
      continue;
    }
    const at = opened.findLastIndex((one) => one.name === name);
    if (at === -1) continue;
    const [found] = opened.splice(at);
    if (found === undefined || !/\p{L}/u.test(text.slice(found.span.end, span.start))) continue;
    pairs.push({ open: found.span, close: span, depth: opened.length });
  }
  return pairs;
}

function withoutTags({ text, spans }: MarkedText, pairs: readonly Pair[]): MarkedText {
  const tags = pairs.flatMap(({ open, close }) => [open, close]);
  const taken = tags.toSorted((a, b) => a.start - b.start);
  const moved = (place: number): number =>
    place - taken.reduce((sum, { start, end }) => sum + (end <= place ? end - start : 0), 0);
  const isTag = new Set(tags.map(({ id }) => id));
  const around = ({ start, end }: Span): number | undefined =>
    pairs
      .filter(({ open, close }) => open.end <= start && end <= close.start)
      .toSorted((a, b) => b.depth - a.depth)[0]?.open.id;
  const placed = (span: Span, range: Pick<Span, 'start' | 'end'>): Span => {
    const parent = around(span);
    const own = { ...span, start: moved(range.start), end: moved(range.end) };
    return parent === undefined ? own : { ...own, parent };
  };
  const others = spans.filter(({ id }) => !isTag.has(id)).map((span) => placed(span, span));
  const paired = pairs.map(({ open, close }): Span => {
    const { id, start, end, parent } = placed(open, { start: open.end, end: close.start });
    return { id, kind: 'tag', start, end, ...(parent === undefined ? {} : { parent }) };
  });
  let rest = '';
  let position = 0;
  for (const { start, end } of taken) {
    rest += text.slice(position, start);
    position = end;
  }
  return {
    text: rest + text.slice(position),
    spans: [...paired, ...others].toSorted((a, b) => a.start - b.start || b.end - a.end),
  };
}

/** A tag and where it goes. */
interface Insertion {
  readonly id: number;
  readonly at: number;
  readonly text: string;
  /** Ends come before beginnings, inner ends first, outer beginnings first. */
  readonly order: number;
}

function wrap<T extends PlacedText>(
  { text }: MarkedText,
  pairs: readonly Pair[],
  answer: T,
): T | undefined {
  const places = pairs.map((pair) => ({
    ...pair,
    place: answer.spans.find(({ id }) => id === pair.open.id),
  }));
  const insertions = places.flatMap(({ open, close, depth, place }): Insertion[] => {
    if (place === undefined || place.start >= place.end) return [];
    const written = (span: Span) => text.slice(span.start, span.end);
    return [
      { id: open.id, at: place.start, text: written(open), order: depth + 1 },
      { id: close.id, at: place.end, text: written(close), order: -depth - 1 },
    ];
  });
  if (insertions.length < 2 * pairs.length || !areNested(places)) return undefined;
  return inserted(answer, insertions);
}

const areNested = (places: readonly (Pair & { readonly place: PlacedSpan | undefined })[]) =>
  places.every((inner) =>
    places.every((outer) => {
      const [one, other] = [inner.place, outer.place];
      if (one === undefined || other === undefined || inner === outer) return true;
      const isApart = one.end <= other.start || other.end <= one.start;
      const isWithin = other.start <= one.start && one.end <= other.end;
      const wasWithin = outer.open.end <= inner.open.start && inner.close.end <= outer.close.start;
      return wasWithin ? isWithin : isApart || (one.start <= other.start && other.end <= one.end);
    }),
  );

function inserted<T extends PlacedText>(answer: T, insertions: readonly Insertion[]): T {
  const sorted = insertions.toSorted((a, b) => a.at - b.at || a.order - b.order);
  const tags = new Set(sorted.map(({ id }) => id));
  let text = '';
  let position = 0;
  const placed = sorted.map(({ id, at, text: tag }): PlacedSpan => {
    text += answer.text.slice(position, at);
    position = at;
    const start = text.length;
    text += tag;
    return { id, start, end: text.length };
  });
  const before = (isBefore: (at: number) => boolean): number =>
    sorted.reduce((sum, { at, text: tag }) => sum + (isBefore(at) ? tag.length : 0), 0);
  const others = answer.spans
    .filter(({ id }) => !tags.has(id))
    .map(({ id, start, end }) => ({
      ...{ id, start: start + before((at) => at <= start) },
      end: end + before((at) => at < end || at <= start),
    }));
  return { ...answer, text: text + answer.text.slice(position), spans: [...placed, ...others] };
}
