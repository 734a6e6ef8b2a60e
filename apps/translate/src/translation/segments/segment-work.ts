import { conventional } from './conventions.js';
import type { LanguageTag } from '../../languages/language.js';
import type { MarkedText } from '../../text/marked-text.js';
import type { MemoryLookup, MemoryMatch } from '../../memories/search/memory-lookup.js';
import type { ChosenRoute } from '../routes/route-choice.js';
import type { Step } from '../routes/routes.js';
import { translateSegments, type TranslatedSegment } from './segment-translator.js';
import { withTerms, type AppliedTerm, type TermMatcher } from '../../glossaries/terms/terms.js';
import type { EngineOptions } from '../../engines/translation-engine.js';

/** A translated segment and all that is known about where it comes from. */
export interface FinishedSegment extends TranslatedSegment {
  readonly memoryMatch?: MemoryMatch | undefined;
  readonly terms: readonly AppliedTerm[];
  /** Spans of what came out as it went in. */
  readonly keptSpans?: readonly number[];
}

/** A segment, and the same with what must stay as it is. */
export interface ShieldedSegment {
  readonly segment: MarkedText;
  readonly shield: MarkedText;
}

/** Everything that decides how the segments of one source language are translated. */
export interface SegmentWork {
  readonly owner: string;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly chosen: ChosenRoute;
  readonly knownBy: readonly Step[];
  readonly engineOptions: EngineOptions;
  readonly terms?: TermMatcher | undefined;
  readonly memory?: { readonly id: string; readonly threshold: number } | undefined;
  readonly wantsUnknownWords: boolean;
  readonly signal: AbortSignal;
}

/**
 * Translates segments: from the memory where it has a match, else along the route with the terms in place.
 *
 * A match whose segment has tags inside cannot tell where they belong: those go to the engine.
 *
 * @returns one for each segment, in their order
 */
export async function finishSegments(
  segments: readonly ShieldedSegment[],
  work: SegmentWork,
  lookup: MemoryLookup,
): Promise<readonly FinishedSegment[]> {
  const remembered = await fromMemory(
    segments.map(({ segment }) => segment),
    work,
    lookup,
  );
  const open = segments.filter((_segment, index) => remembered[index] === undefined);
  if (open.length === 0) return remembered.flatMap((segment) => segment ?? []);
  const marked = open.map(({ shield }) => withTerms(shield, work.terms));
  const { owner, source, target, chosen, knownBy, wantsUnknownWords, signal } = work;
  const translated = await translateSegments(
    marked.map(({ segment }) => segment),
    {
      owner,
      source,
      target,
      route: chosen.route,
      // What a caller asks of an engine, a phrasebook cannot know.
      knownBy: chosen.needs.features.length === 0 ? knownBy : [],
      options: work.engineOptions,
      wantsUnknownWords,
      signal,
    },
  );
  const rest = translated
    .map((segment, index) => finished(segment, marked[index], target))
    .values();
  return segments.flatMap((_segment, index) => remembered[index] ?? rest.next().value ?? []);
}

function finished(
  translated: TranslatedSegment,
  marked: { readonly segment: MarkedText; readonly terms: readonly AppliedTerm[] } | undefined,
  target: LanguageTag,
): FinishedSegment {
  if (marked === undefined) return { ...translated, terms: [] };
  const { segment, terms } = marked;
  const keptSpans = segment.spans.flatMap(({ kind, id }) => (kind === 'protected' ? [id] : []));
  return { ...conventional(segment, target, translated), terms, keptSpans };
}

async function fromMemory(
  segments: readonly MarkedText[],
  { memory, owner, source, target, signal }: SegmentWork,
  lookup: MemoryLookup,
): Promise<readonly (FinishedSegment | undefined)[]> {
  if (memory === undefined) return segments.map(() => undefined);
  const matches = await lookup.match({
    owner,
    memoryId: memory.id,
    source,
    target,
    threshold: memory.threshold,
    segments: segments.map(({ text }) => text),
    signal,
  });
  return segments.map((segment, index) => {
    const match = matches[index];
    return match === undefined ? undefined : placedMatch(segment, match);
  });
}

/** Spans around the whole segment are around the whole match. */
function placedMatch({ text, spans }: MarkedText, match: MemoryMatch): FinishedSegment | undefined {
  const length = match.target.length;
  const places = spans.flatMap((span) => {
    if (span.kind !== 'tag') return [];
    if (span.start === 0 && span.end === text.length)
      return [{ id: span.id, start: 0, end: length }];
    if (span.end === 0) return [{ id: span.id, start: 0, end: 0 }];
    return span.start === text.length ? [{ id: span.id, start: length, end: length }] : [];
  });
  if (places.length < spans.length) return undefined;
  const engine = { engine: 'memory', unknownWords: [], terms: [] };
  return { text: match.target, spans: places, ...engine, memoryMatch: match };
}
