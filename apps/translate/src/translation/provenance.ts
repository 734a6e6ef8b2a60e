import type { Substitution } from '../memories/search/facts.js';
import type { Chunk } from '../text/composition.js';
import type { FinishedSegment } from './segments/segment-work.js';

/** A stretch of a translation and where it comes from. */
export type Origin = { readonly text: string } & (
  | { readonly origin: 'unchanged' }
  /** `engine` names those of a longer way in their order, joined by `+`. */
  | { readonly origin: 'engine'; readonly engine: string; readonly source?: string }
  /** A word that the engine copied because it does not know it. */
  | { readonly origin: 'unknown_word'; readonly engine: string }
  | {
      readonly origin: 'memory';
      readonly segmentId: string;
      readonly score: number;
      readonly substitutions?: readonly Substitution[];
    }
  | { readonly origin: 'glossary'; readonly glossaryId: string; readonly term: string }
);

type Source = Origin extends infer T ? (T extends Origin ? Omit<T, 'text'> : never) : never;

interface Range {
  readonly start: number;
  readonly end: number;
  readonly source: Source;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\p{L}\p{M}\p{N}]+/gu;

/** Tells of each word and sign where it comes from. Joined, the parts are the translation. */
export function provenanceOf(
  chunks: readonly Chunk[],
  segments: readonly FinishedSegment[],
): readonly Origin[] {
  const ranges = segments.map(rangesOf);
  return chunks
    .filter(({ text }) => text !== '')
    .flatMap((chunk): readonly Origin[] =>
      chunk.segment === undefined
        ? [{ text: chunk.write?.(chunk.text) ?? chunk.text, origin: 'unchanged' }]
        : cut(chunk, ranges[chunk.segment] ?? []),
    );
}

/** The segment from end to end: its terms, and the words and signs between them. */
function rangesOf(segment: FinishedSegment): readonly Range[] {
  const { text, memoryMatch, terms, spans, keptSpans = [] } = segment;
  if (memoryMatch !== undefined) {
    const { segmentId, score, substitutions } = memoryMatch;
    const changed = substitutions === undefined ? {} : { substitutions };
    const source = { origin: 'memory', segmentId, score, ...changed } as const;
    return [{ start: 0, end: text.length, source }];
  }
  const asTheyWere = spans
    .filter(({ id }) => keptSpans.includes(id))
    .map(({ start, end }): Range => ({ start, end, source: { origin: 'unchanged' } }));
  const fromTerms = terms
    .flatMap(({ spanId, glossaryId, source: term }): Range[] => {
      const place = spans.find(({ id }) => id === spanId);
      if (place === undefined) return [];
      return [
        { start: place.start, end: place.end, source: { origin: 'glossary', glossaryId, term } },
      ];
    })
    .concat(asTheyWere)
    .sort((a, b) => a.start - b.start);
  const ranges: Range[] = [];
  let position = 0;
  for (const range of [...fromTerms, undefined]) {
    const end = range?.start ?? text.length;
    ranges.push(...tokens(segment, position, end));
    if (range !== undefined) ranges.push(range);
    position = range?.end ?? end;
  }
  return ranges;
}

function tokens(
  { text, engine, unknownWords, origin }: FinishedSegment,
  from: number,
  to: number,
): readonly Range[] {
  const unknown = new Set(unknownWords.map((word) => word.toLowerCase()));
  const isFromEngine: Source = {
    origin: 'engine',
    engine,
    ...(origin === undefined ? {} : { source: origin }),
  };
  return [...text.slice(from, to).matchAll(TOKEN)].map((token) => ({
    start: from + token.index,
    end: from + token.index + token[0].length,
    source: unknown.has(token[0].toLowerCase()) ? { origin: 'unknown_word', engine } : isFromEngine,
  }));
}

function cut(
  { text, start: offset = 0, write }: Chunk,
  ranges: readonly Range[],
): readonly Origin[] {
  return ranges.flatMap(({ start, end, source }): Origin[] => {
    const part = text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
    return part === '' ? [] : [{ text: write?.(part) ?? part, ...source }];
  });
}
