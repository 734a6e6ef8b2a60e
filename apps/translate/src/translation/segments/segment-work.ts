import { conventional } from './conventions.js';
import type { LanguageTag } from '../../languages/language.js';
import { labelEndOf, withLabel, withoutLabel } from '../../text/labels.js';
import type { InterfaceWord } from '../../text/interface-words/interface-words.js';
import { withMeasures } from '../../text/measured-text.js';
import { unmarked, type MarkedText, type PlacedSpan } from '../../text/marked-text.js';
import type { PlaceholderFormat } from '../../text/placeholder-formats.js';
import type { Keeping } from '../../text/untranslatable.js';
import type { MemoryLookup, MemoryMatch } from '../../memories/search/memory-lookup.js';
import type { ChosenRoute } from '../routes/route-choice.js';
import { modelTypeOf, type Step } from '../routes/routes.js';
import { translateSegments, type TranslatedSegment } from './segment-translator.js';
import { withTerms, type AppliedTerm, type TermMatcher } from '../../glossaries/terms/terms.js';
import type { EngineOptions } from '../../engines/translation-engine.js';

/** A translated segment and all that is known about where it comes from. */
export interface FinishedSegment extends TranslatedSegment {
  readonly memoryMatch?: MemoryMatch | undefined;
  /** What the memory has for a segment that is only like one of its own; for people to look at. */
  readonly suggestion?: MemorySuggestion | undefined;
  /** For each placeholder of the source the dialects that have its notation. */
  readonly placeholders?: readonly (readonly PlaceholderFormat[])[];
  readonly terms: readonly AppliedTerm[];
  /** Spans of what came out as it went in. */
  readonly keptSpans?: readonly number[];
}

/** A segment, and the same with what must stay as it is. */
export interface ShieldedSegment {
  readonly segment: MarkedText;
  readonly shield: MarkedText;
  /** For each placeholder the dialects that have its notation. */
  readonly placeholders: readonly (readonly PlaceholderFormat[])[];
  /** What it is as a word of an interface, where it is one and all of its text. */
  readonly word: InterfaceWord | undefined;
}

/** A segment of a memory that may say something else than the text that it is like. */
export interface MemorySuggestion {
  /** The segment of the text. */
  readonly text: string;
  readonly match: MemoryMatch;
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
  readonly placeholders?: Keeping | undefined;
  /** The command that would have a model translate instead of rules; only when provenance is asked for. */
  readonly fluentWith?: string | undefined;
  readonly wantsUnknownWords: boolean;
  readonly signal: AbortSignal;
}

/**
 * Translates segments: from the memory where it has a match that says the same, else along the route with the terms in
 * place.
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
  const texts = segments.map(({ segment }) => segment);
  const matches = await matchesOf(texts, work, lookup);
  const remembered = texts.map((segment, at) => rememberedAs(segment, matches[at], work.target));
  const open = [...segments.keys()].filter((at) => remembered[at] === undefined);
  const marked = open.map((at) => {
    const found = withTerms(segments[at]?.shield ?? unmarked(''), work.terms);
    const word = segments[at]?.word;
    return { ...found, segment: withMeasures(found.segment, work), word };
  });
  const translated = await alongRoute(marked, work);
  const byPlace = new Map(
    translated.map((segment, at) => [open[at], finished(segment, marked[at])]),
  );
  return segments.flatMap(({ segment: { text }, placeholders }, at): readonly FinishedSegment[] => {
    const segment = remembered[at] ?? byPlace.get(at);
    if (segment === undefined) return [];
    const match = remembered[at] === undefined ? matches[at] : undefined;
    return [{ ...segment, placeholders, ...(match && { suggestion: { text, match } }) }];
  });
}

type OpenSegment = Pick<ShieldedSegment, 'segment' | 'word'>;

async function alongRoute(
  open: readonly OpenSegment[],
  work: SegmentWork,
): Promise<readonly TranslatedSegment[]> {
  if (open.length === 0) return [];
  const { owner, source, target, chosen, knownBy, wantsUnknownWords, signal } = work;
  const segments = open.map(({ segment }) => segment);
  const labels = segments.map(labelEndOf);
  // What a caller asks of an engine, a phrasebook cannot know.
  const isPlain = chosen.needs.features.length === 0;
  const bare = segments.map((segment, at) => withoutLabel(segment, labels[at] ?? 0));
  const translated = await translateSegments(bare, {
    owner,
    source,
    target,
    route: chosen.route,
    knownBy: isPlain ? knownBy : [],
    words: isPlain ? open.map((each) => interfaceWordFor(each, work)) : [],
    options: work.engineOptions,
    wantsUnknownWords,
    signal,
  });
  return segments.flatMap((segment, at) => {
    const placed = translated[at];
    if (placed === undefined) return [];
    const written = conventional(bare[at] ?? segment, target, placed);
    return [withLabel(segment, labels[at] ?? 0, written)];
  });
}

function finished(
  translated: TranslatedSegment,
  marked: { readonly segment: MarkedText; readonly terms: readonly AppliedTerm[] } | undefined,
): FinishedSegment {
  if (marked === undefined) return { ...translated, terms: [] };
  const { segment, terms } = marked;
  const keptSpans = segment.spans.flatMap(({ kind, id }) => (kind === 'protected' ? [id] : []));
  return { ...translated, terms, keptSpans };
}

async function matchesOf(
  segments: readonly MarkedText[],
  { memory, owner, source, target, signal }: SegmentWork,
  lookup: MemoryLookup,
): Promise<readonly (MemoryMatch | undefined)[]> {
  if (memory === undefined) return [];
  return await lookup.match({
    owner,
    memoryId: memory.id,
    source,
    target,
    threshold: memory.threshold,
    segments: segments.map(({ text }) => text),
    signal,
  });
}

/** @returns undefined for what goes to the engine */
function rememberedAs(
  segment: MarkedText,
  match: MemoryMatch | undefined,
  target: LanguageTag,
): FinishedSegment | undefined {
  if (match === undefined || match.isSuggestion === true) return undefined;
  const placed = placedMatch(segment, match);
  // What was made of a match is written as the text is; the very same text is answered as it is stored.
  return placed && match.score < 100 ? conventional(segment, target, placed) : placed;
}

/** Rules translate a word of an interface as if it stood in a sentence; models do not. */
function interfaceWordFor(
  { segment, word }: OpenSegment,
  { chosen }: SegmentWork,
): TranslatedSegment | undefined {
  if (word === undefined || modelTypeOf(chosen.route) === 'quality_optimized') return undefined;
  const spans = placesAround(segment, word.text.length);
  return spans && { ...word, spans, engine: 'phrasebook', unknownWords: [] };
}

function placedMatch(segment: MarkedText, match: MemoryMatch): FinishedSegment | undefined {
  const spans = placesAround(segment, match.target.length);
  if (spans === undefined) return undefined;
  const engine = { engine: 'memory', unknownWords: [], terms: [] };
  return { text: match.target, spans, ...engine, memoryMatch: match };
}

/** Tags around the whole segment are around the whole of its translation; undefined where there are other spans. */
function placesAround(
  { text, spans }: MarkedText,
  length: number,
): readonly PlacedSpan[] | undefined {
  const places = spans.flatMap((span) => {
    if (span.kind !== 'tag') return [];
    if (span.start === 0 && span.end === text.length)
      return [{ id: span.id, start: 0, end: length }];
    if (span.end === 0) return [{ id: span.id, start: 0, end: 0 }];
    return span.start === text.length ? [{ id: span.id, start: length, end: length }] : [];
  });
  return places.length < spans.length ? undefined : places;
}
