import { Injectable } from '@nestjs/common';
import { billedCharacters } from '../usage/billed-characters.js';
import type { TextParts } from './composing/compose-text.js';
import { TextComposer, type ComposedTexts } from './composing/text-composer.js';
import type { WrittenText } from './composing/written-text.js';
import type { LanguageTag } from '../languages/language.js';
import { LanguageDetector } from '../languages/language-detector.js';
import type { MarkedText } from '../text/marked-text.js';
import { formatsOf, type PlaceholderFormat } from '../text/placeholder-formats.js';
import { MemoryLookup } from '../memories/search/memory-lookup.js';
import { OfferedLanguages } from './routes/offered-languages.js';
import { Preparation, type PreparationParts, type TranslationRequest } from './preparation.js';
import type { Origin } from './provenance.js';
import { Routes } from './routes/routes.js';
import {
  finishSegments,
  type FinishedSegment,
  type MemorySuggestion,
  type SegmentWork,
  type ShieldedSegment,
} from './segments/segment-work.js';
import { TermMatchers } from '../glossaries/terms/term-matchers.js';
import type { AppliedTerm } from '../glossaries/terms/terms.js';
import { StyleRuleLookup } from '../style-rules/style-rule-lookup.js';
import { Engines } from '../engines/engines.js';
import type {
  EngineDirection,
  ModelType,
  TranslationEngine,
} from '../engines/translation-engine.js';
import type { Direction } from '../engines/direction.js';

export type { TranslationRequest } from './preparation.js';

export interface Translation {
  readonly text: string;
  /** The given source language, or the detected one. */
  readonly sourceLanguage: LanguageTag;
  readonly billedCharacters: number;
  /** Absent where nothing had to be translated. */
  readonly modelType?: ModelType | undefined;
  readonly appliedTerms: readonly AppliedTerm[];
  /** Dialects of the placeholders that stayed as they are. */
  readonly placeholderFormats: readonly PlaceholderFormat[];
  /** What the memory has for segments that are only like its own, in their order. */
  readonly suggestions: readonly MemorySuggestion[];
  /** Joined, the parts are the text. Only when asked for. */
  readonly provenance?: readonly Origin[] | undefined;
}

/** A part of a translation that is ready, or the whole of one. */
export type StreamedPart =
  | { readonly kind: 'delta'; readonly index: number; readonly text: string }
  | { readonly kind: 'translation'; readonly index: number; readonly translation: Translation };

/** A direction that an engine has and cannot serve. */
export interface BrokenDirection extends Direction {
  readonly engine: string;
  readonly reason: string;
  /** Whether it is translated all the same, by another engine or through a third language. */
  readonly isServed: boolean;
}

interface Job {
  /** Its place in the request. */
  readonly at: number;
  readonly text: string;
  readonly parts: TextParts;
  readonly source: LanguageTag;
}

/** A request whose texts were taken apart. */
interface Taken {
  readonly jobs: readonly Job[];
  readonly composed: ComposedTexts;
}

/** Segments until the first part of a stream. */
const STREAMED_AT_ONCE = 8;
/** Each part of a stream is made of the whole text before it: they grow with it, so that a text is not read too often. */
const STREAMED_SHARE = 8;

/** Translates lists of texts: detects, routes, splits, batches and puts together again. */
@Injectable()
export class Translator {
  readonly #lookups: PreparationParts;
  #routes = new Routes([]);
  #routed: readonly (readonly EngineDirection[])[] = [];

  constructor(
    private readonly engines: Engines,
    private readonly detector: LanguageDetector,
    terms: TermMatchers,
    private readonly memory: MemoryLookup,
    styleRules: StyleRuleLookup,
    private readonly composer: TextComposer,
  ) {
    this.#lookups = { detector, terms, styleRules };
  }

  /** What can be translated now, for the lists of languages. */
  routes(): Routes {
    const { all: engines } = this.engines;
    const lists = engines.map((engine) => engine.directions());
    const isCurrent =
      lists.length === this.#routed.length && lists.every((list, at) => list === this.#routed[at]);
    if (!isCurrent) {
      const stepsOf = (engine: TranslationEngine, at: number) =>
        (lists[at] ?? []).map((direction) => ({ engine, direction }));
      this.#routed = lists;
      this.#routes = new Routes(engines.flatMap(stepsOf), (direction) =>
        obtainable(engines, direction),
      );
    }
    return this.#routes;
  }

  /** What can be translated now, and with which features. */
  languages(): OfferedLanguages {
    return new OfferedLanguages(this.routes(), this.detector);
  }

  /** Directions that are installed and do not work. */
  brokenDirections(): readonly BrokenDirection[] {
    const routes = this.routes();
    return this.engines.all.flatMap((engine) =>
      engine.state().broken.flatMap(({ directions, reason }) =>
        directions.map(({ source, target }) => {
          const isServed = routes.route(source, target) !== undefined;
          return { engine: engine.name, source, target, reason, isServed };
        }),
      ),
    );
  }

  /**
   * Checks what can be checked before a text is translated.
   *
   * @param request whose texts are one; the others are translated as it is
   * @returns the source language; the target's where nothing has to be translated
   * @throws {Problem} as `translate`, but for what engines throw
   */
  async check(request: TranslationRequest): Promise<LanguageTag> {
    const preparation = await Preparation.of(request, this.routes(), this.#lookups);
    const [source = preparation.targetLanguage] = preparation.sourcesOf(request.texts);
    preparation.workFrom(source, request.signal ?? new AbortController().signal);
    return source;
  }

  /**
   * Translates each text on its own.
   *
   * A text in the target language, and one that holds no evidence of any language (`42`, an empty one),
   * comes back unchanged, the latter reported as the target language (our choice: nothing is left to
   * translate). A part that occurs more than once in a request is translated once.
   *
   * @returns one translation for each text, in the order of the texts
   * @throws {Problem} as `Preparation.of`, `malformed_markup`, what the memory and the engines throw; the
   *   signal's reason when it aborts
   */
  async translate(request: TranslationRequest): Promise<readonly Translation[]> {
    const routes = this.routes();
    try {
      return await this.#attempt(request);
    } catch (error) {
      // A pair that was found broken just now is gone: there may be another way to the target.
      if (this.routes() === routes) throw error;
      return await this.#attempt(request);
    }
  }

  /**
   * Translates in the order of the texts and tells what is ready: stretches from left to right, then the whole.
   *
   * Everything that can be refused is refused by the first call of `next()`.
   *
   * @throws {Problem} as `translate`
   */
  async *stream(request: TranslationRequest): AsyncGenerator<StreamedPart, void, undefined> {
    const signal = request.signal ?? new AbortController().signal;
    const preparation = await Preparation.of(request, this.routes(), this.#lookups);
    const { jobs, composed } = await this.#taken(request, preparation, signal);
    const works = jobs.map(({ source }) => preparation.workFrom(source, signal));
    for (const [index, job] of jobs.entries()) {
      const work = works[index];
      if (work === undefined) {
        yield { kind: 'translation', index: job.at, translation: unchanged(job) };
      } else {
        yield* this.#streamJob(job, work, composed);
      }
    }
  }

  async #attempt(request: TranslationRequest): Promise<readonly Translation[]> {
    const preparation = await Preparation.of(request, this.routes(), this.#lookups);
    const stopOthers = new AbortController();
    const signal = anySignal(request.signal, stopOthers.signal);
    const { jobs, composed } = await this.#taken(request, preparation, signal);
    const bySource = Map.groupBy(jobs, (job) => job.source);
    const groups = [...bySource].map(async ([source, group]) => {
      const work = preparation.workFrom(source, signal);
      const translated = await this.#translateJobs(group, work, composed);
      return [source, translated] as const;
    });
    const results = await Promise.all(groups).catch((error: unknown) => {
      stopOthers.abort(error);
      throw error;
    });
    const remaining = new Map(results.map(([source, list]) => [source, list.values()]));
    return jobs.map((job) => remaining.get(job.source)?.next().value ?? unchanged(job));
  }

  async #taken(
    { owner, texts }: TranslationRequest,
    preparation: Preparation,
    signal: AbortSignal,
  ): Promise<Taken> {
    const { options } = preparation;
    const composed = await this.composer.take({ owner, signal, texts, options });
    const sources = preparation.sourcesOf(composed.parts.map(({ visibleText }) => visibleText));
    const jobs = composed.parts.map((parts, at): Job => {
      const [text = '', source = preparation.targetLanguage] = [texts[at], sources[at]];
      return { at, text, parts, source };
    });
    return { jobs, composed };
  }

  async #translateJobs(
    jobs: readonly Job[],
    work: SegmentWork | undefined,
    composed: ComposedTexts,
  ): Promise<readonly Translation[]> {
    if (work === undefined) return jobs.map(unchanged);
    const finished = await this.#finishDistinct(jobs, work);
    const own = jobs.map(({ at, text, parts }) => ({
      ...{ at, text },
      finished: parts.segments.flatMap((one) => finished.get(keyOf(one)) ?? []),
    }));
    const written = await composed.write(own);
    return jobs.map((job, at) =>
      translationOf(job, written[at] ?? job, { work, finished: own[at]?.finished ?? [] }),
    );
  }

  /** What occurs twice is translated once. */
  async #finishDistinct(
    jobs: readonly Job[],
    work: SegmentWork,
  ): Promise<ReadonlyMap<string, FinishedSegment>> {
    const distinct = new Map(
      jobs.flatMap(({ parts }) => segmentsOf(parts).map((each) => [keyOf(each.segment), each])),
    );
    if (distinct.size === 0) return new Map();
    const keys = [...distinct.keys()];
    const finished = await finishSegments([...distinct.values()], work, this.memory);
    return new Map(finished.map((segment, index) => [keys[index] ?? '', segment]));
  }

  async *#streamJob(
    job: Job,
    work: SegmentWork,
    composed: ComposedTexts,
  ): AsyncGenerator<StreamedPart, void, undefined> {
    const { at: index, text, parts } = job;
    const segments = segmentsOf(parts);
    const finished: FinishedSegment[] = [];
    let told = 0;
    let ready: WrittenText = { text };
    do {
      const count = Math.max(STREAMED_AT_ONCE, Math.ceil(finished.length / STREAMED_SHARE));
      const next = segments.slice(finished.length, finished.length + count);
      if (next.length > 0) finished.push(...(await finishSegments(next, work, this.memory)));
      ready = (await composed.write([{ at: index, text, finished }]))[0] ?? ready;
      const delta = ready.text.slice(told);
      if (delta !== '' && next.length > 0) yield { kind: 'delta', index, text: delta };
      told = ready.text.length;
    } while (finished.length < segments.length);
    yield {
      kind: 'translation',
      index,
      translation: translationOf(job, ready, { work, finished }),
    };
  }
}

const segmentsOf = ({ segments, shields, placeholders }: TextParts): readonly ShieldedSegment[] =>
  segments.map((segment, at) => ({
    segment,
    shield: shields[at] ?? segment,
    placeholders: placeholders[at] ?? [],
  }));

/** Two segments are the same when their spans are as well. */
const keyOf = ({ text, spans }: MarkedText): string =>
  spans.length === 0 ? text : `${text}\0${JSON.stringify(spans)}`;

function translationOf(
  { text, source, parts }: Job,
  written: WrittenText,
  { work, finished }: { readonly work: SegmentWork; readonly finished: readonly FinishedSegment[] },
): Translation {
  return {
    text: written.text,
    sourceLanguage: source,
    billedCharacters: billedCharacters(text),
    modelType: work.chosen.modelType,
    appliedTerms: finished.flatMap(({ terms }) => terms),
    placeholderFormats: formatsOf([
      ...(parts.formats === undefined ? [] : [parts.formats]),
      ...finished.flatMap(({ placeholders = [] }) => placeholders),
    ]),
    suggestions: finished.flatMap(({ suggestion }) => suggestion ?? []),
    provenance: written.provenance,
  };
}

const unchanged = ({ text, source }: Job): Translation => ({
  text,
  sourceLanguage: source,
  billedCharacters: billedCharacters(text),
  appliedTerms: [],
  placeholderFormats: [],
  suggestions: [],
  provenance: text === '' ? [] : [{ text, origin: 'unchanged' }],
});

function anySignal(given: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  return given === undefined ? own : AbortSignal.any([given, own]);
}

function obtainable(
  engines: readonly TranslationEngine[],
  direction: Direction,
): string | undefined {
  for (const engine of engines) {
    const found = engine.obtainable?.(direction);
    if (found !== undefined) return found;
  }
  return undefined;
}
