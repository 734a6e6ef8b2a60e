import { Injectable } from '@nestjs/common';
import { TextComposer, type ComposedTexts } from './composing/text-composer.js';
import type { WrittenText } from './composing/written-text.js';
import type { LanguageTag } from '../languages/language.js';
import { LanguageDetector } from '../languages/language-detector.js';
import { MemoryLookup } from '../memories/search/memory-lookup.js';
import { Preparation, type PreparationParts, type TranslationRequest } from './preparation.js';
import { CurrentRoutes } from './routes/current-routes.js';
import { finishSegments, type FinishedSegment, type SegmentWork } from './segments/segment-work.js';
import { TermMatchers } from '../glossaries/terms/term-matchers.js';
import { StyleRuleLookup } from '../style-rules/style-rule-lookup.js';
import {
  keyedSegments,
  translationOf,
  unchanged,
  type TextJob,
  type Translation,
} from './translation.js';

export type { TranslationRequest } from './preparation.js';

/** A part of a translation that is ready, or the whole of one. */
export type StreamedPart =
  | { readonly kind: 'delta'; readonly index: number; readonly text: string }
  | { readonly kind: 'translation'; readonly index: number; readonly translation: Translation };

/** A request whose texts were taken apart. */
interface Taken {
  readonly jobs: readonly TextJob[];
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

  constructor(
    private readonly routes: CurrentRoutes,
    detector: LanguageDetector,
    terms: TermMatchers,
    private readonly memory: MemoryLookup,
    styleRules: StyleRuleLookup,
    private readonly composer: TextComposer,
  ) {
    this.#lookups = { detector, terms, styleRules };
  }

  /**
   * Checks what can be checked before a text is translated.
   *
   * @param request whose texts are one; the others are translated as it is
   * @returns the source language; the target's where nothing has to be translated
   * @throws {Problem} as `translate`, but for what engines throw
   */
  async check(request: TranslationRequest): Promise<LanguageTag> {
    const preparation = await Preparation.of(request, this.routes.now(), this.#lookups);
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
    const routes = this.routes.now();
    try {
      return await this.#attempt(request);
    } catch (error) {
      // A pair that was found broken just now is gone: there may be another way to the target.
      if (this.routes.now() === routes) throw error;
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
    const preparation = await Preparation.of(request, this.routes.now(), this.#lookups);
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
    const preparation = await Preparation.of(request, this.routes.now(), this.#lookups);
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
    const jobs = composed.parts.map((parts, at): TextJob => {
      const [text = '', source = preparation.targetLanguage] = [texts[at], sources[at]];
      return { at, text, parts, source };
    });
    return { jobs, composed };
  }

  async #translateJobs(
    jobs: readonly TextJob[],
    work: SegmentWork | undefined,
    composed: ComposedTexts,
  ): Promise<readonly Translation[]> {
    if (work === undefined) return jobs.map(unchanged);
    const finished = await this.#finishDistinct(jobs, work);
    const own = jobs.map(({ at, text, parts }) => ({
      ...{ at, text },
      finished: keyedSegments(parts, work).flatMap(({ key }) => finished.get(key) ?? []),
    }));
    const written = await composed.write(own);
    return jobs.map((job, at) =>
      translationOf(job, written[at] ?? job, { work, finished: own[at]?.finished ?? [] }),
    );
  }

  /** What occurs twice is translated once. */
  async #finishDistinct(
    jobs: readonly TextJob[],
    work: SegmentWork,
  ): Promise<ReadonlyMap<string, FinishedSegment>> {
    const distinct = new Map(
      jobs.flatMap(({ parts }) =>
        keyedSegments(parts, work).map(({ key, segment }) => [key, segment] as const),
      ),
    );
    if (distinct.size === 0) return new Map();
    const keys = [...distinct.keys()];
    const finished = await finishSegments([...distinct.values()], work, this.memory);
    return new Map(finished.map((segment, index) => [keys[index] ?? '', segment]));
  }

  async *#streamJob(
    job: TextJob,
    work: SegmentWork,
    composed: ComposedTexts,
  ): AsyncGenerator<StreamedPart, void, undefined> {
    const { at: index, text, parts } = job;
    const segments = keyedSegments(parts, work).map(({ segment }) => segment);
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

function anySignal(given: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  return given === undefined ? own : AbortSignal.any([given, own]);
}
