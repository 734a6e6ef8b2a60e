import type { Chunk, Composition } from '../composition.js';
import {
  eventsOf,
  inOpeningOrder,
  type MarkedText,
  type NestedRange,
  type PlacedSpan,
} from '../marked-text.js';
import type { SplitRules } from '../segments.js';
import type { MarkupOptions } from './markup-options.js';
import { CharacterReferences } from './character-references.js';
import { partsOf } from './document-parts.js';
import { type SegmentPart } from './markup-parts.js';
import { tokensOf } from './markup-tokens.js';

/**
 * A text with tags: what stands between splitting tags is translated as a whole, with its inline tags as spans.
 *
 * Tags, comments and ignored content come out byte for byte, each once. White space at the edges of an
 * element is moved outside of it; none is lost.
 *
 * @throws {Problem} `malformed_markup`
 */
export function composeMarkup(
  text: string,
  options: MarkupOptions,
  rules: SplitRules,
): Composition {
  const tokens = tokensOf(text, options.kind);
  const texts = tokens.flatMap((token) => (token.kind === 'text' ? [token.raw] : []));
  const references = new CharacterReferences(texts, options.kind);
  const parts = partsOf(tokens, { options, rules, read: (raw) => references.read(raw) });
  const spoken = parts.flatMap((part) => (part.kind === 'segment' && part.isSpoken ? [part] : []));
  const numberOf = new Map(spoken.map((part, number) => [part, number]));
  return {
    segments: spoken.map(({ segment }) => segment),
    visibleText: spoken.map(({ segment }) => segment.text).join('\n'),
    compose: (translations) =>
      parts.flatMap((part): readonly Chunk[] => {
        if (part.kind === 'kept') return [{ text: part.raw }];
        const number = numberOf.get(part);
        const translation = number === undefined ? undefined : translations[number];
        return written(part, translation ?? part.segment, { number, write: references.write });
      }),
  };
}

interface Manner {
  /** Of the segment; absent for one that is not translated. */
  readonly number: number | undefined;
  readonly write: (text: string) => string;
}

/** A segment with its tags. */
function written(
  { segment, notations }: SegmentPart,
  { text, spans }: { readonly text: string; readonly spans: readonly PlacedSpan[] },
  { number, write }: Manner,
): readonly Chunk[] {
  const stretch = (start: number, end: number): Chunk => ({
    text: text.slice(start, end),
    write,
    ...(number === undefined ? {} : { segment: number, start }),
  });
  const own = spans.filter(({ id }) => notations[id] !== undefined);
  let fixedUntil = 0;
  return eventsOf(text.length, nestedAs(segment, own)).flatMap((event): readonly Chunk[] => {
    if (event.kind === 'text') {
      return event.start < fixedUntil ? [] : [stretch(event.start, event.end)];
    }
    const notation = notations[event.span.id];
    if (notation?.isFixed === true) fixedUntil = event.span.end;
    const raw = notation?.[event.kind] ?? '';
    return raw === '' ? [] : [{ text: raw }];
  });
}

/** Placed spans with their parents, neighbours at the same place in the order of the source. */
function nestedAs({ spans }: MarkedText, placed: readonly PlacedSpan[]): readonly NestedRange[] {
  const places = new Map(placed.map((span) => [span.id, span]));
  return inOpeningOrder(
    spans.flatMap(({ id, parent }): readonly NestedRange[] => {
      const place = places.get(id);
      if (place === undefined) return [];
      return [parent === undefined ? place : { ...place, parent }];
    }),
  );
}
