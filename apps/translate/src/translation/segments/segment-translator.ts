import type { LanguageTag } from '../../languages/language.js';
import {
  inOpeningOrder,
  isFaithful,
  unmarked,
  type MarkedText,
  type PlacedText,
} from '../../text/marked-text.js';
import { smallLetters } from './small-letters.js';
import { translateParts } from './parts.js';
import type { Route, Step } from '../routes/routes.js';
import { ENGINE_ERRORS } from '../../engines/engine-errors.js';
import type { EngineAnswer, EngineOptions, Feature } from '../../engines/translation-engine.js';

/** A segment in the target language. Every span of its source is placed in it once. */
export interface TranslatedSegment extends PlacedText {
  /** The engine, or the engines of a longer way joined by `+`. */
  readonly engine: string;
  readonly unknownWords: readonly string[];
  /** What the engine named as its source, such as a file of a phrasebook. */
  readonly origin?: string | undefined;
}

/** How a batch of segments is to be translated. */
export interface Assignment {
  readonly owner: string;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly route: Route;
  /** Asked before the route is taken. */
  readonly knownBy: readonly Step[];
  /** What is known of a segment when no phrasebook has it, by its place. */
  readonly words: readonly (TranslatedSegment | undefined)[];
  readonly options: EngineOptions;
  readonly wantsUnknownWords: boolean;
  readonly signal: AbortSignal;
}

/**
 * Takes segments along a route, whatever its engines make of their spans.
 *
 * What an engine returns is checked. A segment whose spans it cannot place, or has placed wrongly, is
 * translated in the parts between them: worse for its grammar, but nothing is lost.
 *
 * @returns one for each segment, in their order
 */
export async function translateSegments(
  segments: readonly MarkedText[],
  assignment: Assignment,
): Promise<readonly TranslatedSegment[]> {
  const phrases = await askPhrasebooks(segments, assignment);
  const known = segments.map((_segment, at) => phrases[at] ?? assignment.words[at]);
  const open = segments.filter((_segment, index) => known[index] === undefined);
  if (open.length === 0) return known.flatMap((segment) => segment ?? []);
  const translated = (await alongRoute(open, assignment)).values();
  return segments.flatMap((_segment, index) => known[index] ?? translated.next().value ?? []);
}

async function askPhrasebooks(
  segments: readonly MarkedText[],
  { knownBy, owner, source, target, signal }: Assignment,
): Promise<(TranslatedSegment | undefined)[]> {
  const found: (TranslatedSegment | undefined)[] = segments.map(() => undefined);
  for (const { engine } of knownBy) {
    const open = segments.flatMap((segment, index) =>
      found[index] === undefined ? [{ segment, index }] : [],
    );
    const request = { owner, source, target, segments: open.map(({ segment }) => segment) };
    const answers = await engine.translate({ ...request, options: {}, signal });
    open.forEach(({ segment, index }, position) => {
      found[index] = faithful(segment, answers[position], engine.name);
    });
  }
  return found;
}

async function alongRoute(
  segments: readonly MarkedText[],
  assignment: Assignment,
): Promise<readonly TranslatedSegment[]> {
  let current: readonly MarkedText[] = segments;
  let results: readonly TranslatedSegment[] = [];
  for (const [index, step] of assignment.route.entries()) {
    assignment.signal.throwIfAborted();
    const isLast = index === assignment.route.length - 1;
    const translated = await takeStep(step, current, assignment, { isFirst: index === 0, isLast });
    const before = results;
    results = translated.map((segment, at) => joined(before[at], segment));
    if (!isLast) current = translated.map((segment, at) => carried(current[at], segment));
  }
  return results;
}

async function takeStep(
  { engine, direction }: Step,
  segments: readonly MarkedText[],
  assignment: Assignment,
  position: { readonly isFirst: boolean; readonly isLast: boolean },
): Promise<readonly TranslatedSegment[]> {
  const { source, target, features } = direction;
  const ask = (asked: readonly MarkedText[]) =>
    engine.translate({
      source,
      target,
      segments: asked,
      options: optionsOfStep(assignment.options, features, position),
      wantsUnknownWords: assignment.wantsUnknownWords,
      owner: assignment.owner,
      signal: assignment.signal,
    });
  const answers = await ask(segments);
  const placed = segments.map((segment, at) => faithful(segment, answers[at], engine.name));
  const open = segments.filter((_segment, at) => placed[at] === undefined);
  if (open.length === 0) return placed.flatMap((segment) => segment ?? []);
  const inParts = await translateParts(open, async (texts) => {
    const parts = await ask(texts.map(unmarked));
    // A part is no sentence of its own: engines begin one with a capital.
    return texts.map((text, at) =>
      smallLetters(unmarked(text), target, { text: textOf(parts[at]), spans: [] }),
    );
  });
  const rest = inParts.map((part) => ({ ...part, engine: engine.name, unknownWords: [] })).values();
  return placed.flatMap((segment) => segment ?? rest.next().value ?? []);
}

/** A text without spans leaves nothing to place: an engine that has no translation of it has failed. */
function textOf(answer: EngineAnswer | undefined): string {
  if (answer?.kind !== 'translated') throw ENGINE_ERRORS.unavailable();
  return answer.text;
}

/** @returns undefined unless every span is where it may be */
function faithful(
  segment: MarkedText,
  answer: EngineAnswer | undefined,
  engine: string,
): TranslatedSegment | undefined {
  if (answer?.kind !== 'translated') return undefined;
  const { text, spans, unknownWords = [], origin } = answer;
  if (!isFaithful(segment, spans, text)) return undefined;
  return { text, spans, engine, unknownWords, origin };
}

/** Each step is given what belongs to it: the context to the first, the rest to the last. */
function optionsOfStep(
  options: EngineOptions,
  features: ReadonlySet<Feature>,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): EngineOptions {
  const { context, ...rest } = options;
  return {
    ...(isFirst && features.has('context') && context !== undefined ? { context } : {}),
    ...(isLast ? rest : {}),
  };
}

/** A translation as the source of the next step: terms stand in it already and must stay. */
function carried(source: MarkedText | undefined, { text, spans }: TranslatedSegment): MarkedText {
  const places = new Map(spans.map((span) => [span.id, span]));
  const moved = (source?.spans ?? []).flatMap((span) => {
    const place = places.get(span.id);
    if (place === undefined) return [];
    const kind = span.kind === 'tag' ? 'tag' : 'protected';
    const parent = span.parent === undefined ? {} : { parent: span.parent };
    return [{ id: span.id, start: place.start, end: place.end, kind, ...parent } as const];
  });
  return { text, spans: inOpeningOrder(moved) };
}

function joined(before: TranslatedSegment | undefined, step: TranslatedSegment): TranslatedSegment {
  if (before === undefined) return step;
  const engine = before.engine === step.engine ? step.engine : `${before.engine}+${step.engine}`;
  return { ...step, engine, unknownWords: [...before.unknownWords, ...step.unknownWords] };
}
