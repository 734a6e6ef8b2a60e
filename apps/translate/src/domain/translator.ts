import { compositionOf } from './compose-text.js';
import { textOf, type Composition } from './composition.js';
import {
  baseLanguage,
  isPlain,
  parseLanguage,
  resolveTarget,
  type LanguageTag,
} from './language.js';
import type { LanguageDetector } from './language-detector.js';
import type { MemoryLookup } from './memory-lookup.js';
import { preserveFormatting } from './preserve-formatting.js';
import { provenanceOf, type Origin } from './provenance.js';
import { checkTarget, chooseRoute } from './route-choice.js';
import { Routes } from './routes.js';
import { finishSegments, type FinishedSegment, type SegmentWork } from './segment-work.js';
import type { StyleInstructions, StyleRuleLookup } from './style-rule-lookup.js';
import type { TermMatchers } from './term-matchers.js';
import type { AppliedTerm, TermMatcher } from './terms.js';
import { TRANSLATE_ERRORS } from './translate-errors.js';
import type {
  EngineDirection,
  EngineOptions,
  ModelType,
  TranslationEngine,
} from './translation-engine.js';
import type { TranslationOptions } from './translation-options.js';
import { billedCharacters } from './billed-characters.js';
import type { MarkedText } from './marked-text.js';

export interface TranslationRequest {
  /** Whose glossaries, memories and style rules are meant. */
  readonly owner: string;
  readonly texts: readonly string[];
  /** As the caller wrote it: `ES`, `pt-br`. */
  readonly targetLang: string;
  /** As the caller wrote it. Detected for each text when absent. */
  readonly sourceLang?: string | undefined;
  readonly options?: TranslationOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Translation {
  readonly text: string;
  /** The given source language, or the detected one. */
  readonly sourceLanguage: LanguageTag;
  /** Unicode code points of the source text. */
  readonly billedCharacters: number;
  /** Absent where nothing had to be translated. */
  readonly modelType?: ModelType | undefined;
  readonly appliedTerms: readonly AppliedTerm[];
  /** Only on request. Joined, the parts are the text. */
  readonly provenance?: readonly Origin[] | undefined;
}

/** What the translator works with. */
export interface TranslatorParts {
  /** In the order of preference. */
  readonly engines: readonly TranslationEngine[];
  readonly detector: LanguageDetector;
  readonly terms: TermMatchers;
  readonly memory: MemoryLookup;
  readonly styleRules: StyleRuleLookup;
}

/** What is found out once for a request. */
interface Preparation {
  readonly routes: Routes;
  readonly target: LanguageTag;
  readonly options: TranslationOptions;
  readonly style: StyleInstructions | undefined;
  readonly terms: TermMatcher | undefined;
  readonly signal: AbortSignal;
}

interface Job {
  readonly text: string;
  readonly composition: Composition;
  readonly source: LanguageTag;
}

const NO_OPTIONS: TranslationOptions = {};

/** Translates lists of texts: detects, routes, splits, batches and puts together again. */
export class Translator {
  readonly #parts: TranslatorParts;
  #routes = new Routes([]);
  #routed: readonly (readonly EngineDirection[])[] = [];

  constructor(parts: TranslatorParts) {
    this.#parts = parts;
  }

  /** What can be translated now, for the lists of languages. */
  routes(): Routes {
    const lists = this.#parts.engines.map((engine) => engine.directions());
    const isCurrent =
      lists.length === this.#routed.length && lists.every((list, at) => list === this.#routed[at]);
    if (!isCurrent) {
      this.#routed = lists;
      this.#routes = new Routes(
        this.#parts.engines.flatMap((engine, at) =>
          (lists[at] ?? []).map((direction) => ({ engine, direction })),
        ),
      );
    }
    return this.#routes;
  }

  /**
   * Translates each text on its own.
   *
   * A text in the target language, and one that holds no evidence of any language (`42`, an empty one),
   * comes back unchanged, the latter reported as the target language (our choice: nothing is left to
   * translate). A part that occurs more than once in a request is translated once.
   *
   * @returns one translation for each text, in the order of the texts
   * @throws {Problem} `source_lang_unsupported`, `target_lang_unsupported`, `pair_unsupported`,
   *   `option_unsupported`, `malformed_markup`, what the lookups and the engines throw; the signal's reason
   *   when it aborts
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

  async #attempt(request: TranslationRequest): Promise<readonly Translation[]> {
    const stopOthers = new AbortController();
    const signal = anySignal(request.signal, stopOthers.signal);
    const preparation = await this.#prepare(request, signal);
    const sourceOf = this.#sources(request, preparation);
    const jobs = request.texts.map((text): Job => {
      const composition = compositionOf(text, preparation.options);
      return { text, composition, source: sourceOf(composition.visibleText) };
    });
    const bySource = Map.groupBy(jobs, (job) => job.source);
    const groups = [...bySource].map(async ([source, group]) => {
      const translated = await this.#translateFrom(source, group, request.owner, preparation);
      return [source, translated] as const;
    });
    const results = await Promise.all(groups).catch((error: unknown) => {
      stopOthers.abort(error);
      throw error;
    });
    const remaining = new Map(results.map(([source, list]) => [source, list.values()]));
    return jobs.map((job) => remaining.get(job.source)?.next().value ?? unchanged(job));
  }

  async #prepare(request: TranslationRequest, signal: AbortSignal): Promise<Preparation> {
    const routes = this.routes();
    const options = request.options ?? NO_OPTIONS;
    const target = this.#parseTarget(request.targetLang, routes);
    if (options !== NO_OPTIONS) checkTarget(routes, target, options);
    const style = await this.#style(request.owner, target, options);
    const terms = await this.#terms(request, target, options);
    return { routes, target, options, style, terms, signal };
  }

  #parseTarget(code: string, routes: Routes): LanguageTag {
    if (routes.targets().size === 0) throw TRANSLATE_ERRORS.engineUnavailable();
    const requested = parseLanguage(code);
    const target = requested && resolveTarget(requested, routes.targets());
    if (target === undefined) throw TRANSLATE_ERRORS.targetLanguageUnsupported();
    return target;
  }

  async #style(
    owner: string,
    target: LanguageTag,
    { styleId }: TranslationOptions,
  ): Promise<StyleInstructions | undefined> {
    if (styleId === undefined) return undefined;
    const style = await this.#parts.styleRules.instructions(owner, styleId);
    if (baseLanguage(style.language) !== baseLanguage(target)) {
      throw TRANSLATE_ERRORS.styleRuleLanguage();
    }
    return style;
  }

  async #terms(
    { owner, sourceLang }: TranslationRequest,
    target: LanguageTag,
    { glossaryIds = [] }: TranslationOptions,
  ): Promise<TermMatcher | undefined> {
    if (glossaryIds.length === 0) return undefined;
    if (sourceLang === undefined) throw TRANSLATE_ERRORS.glossaryNeedsSource();
    const source = parseLanguage(sourceLang);
    if (source === undefined) throw TRANSLATE_ERRORS.sourceLanguageUnsupported();
    const languages = { source: baseLanguage(source), target: baseLanguage(target) };
    return await this.#parts.terms.matcher({ owner, glossaryIds, ...languages });
  }

  /** How the source of each text is found: given once, or detected text by text. */
  #sources(
    { sourceLang }: TranslationRequest,
    { routes, target, options }: Preparation,
  ): (text: string) => LanguageTag {
    const plainTarget = baseLanguage(target);
    if (sourceLang === undefined) {
      const candidates = [...new Set([...routes.sourcesOf(target), plainTarget])];
      return (text) => this.#parts.detector.detect(text, candidates)?.language ?? plainTarget;
    }
    const source = parseLanguage(sourceLang);
    if (source === undefined || !isPlain(source) || !isKnown(source, routes)) {
      throw TRANSLATE_ERRORS.sourceLanguageUnsupported();
    }
    if (source !== plainTarget) chooseRoute(routes, source, target, options);
    return () => source;
  }

  async #translateFrom(
    source: LanguageTag,
    jobs: readonly Job[],
    owner: string,
    { routes, target, options, style, terms, signal }: Preparation,
  ): Promise<readonly Translation[]> {
    if (source === baseLanguage(target)) return jobs.map(unchanged);
    const chosen = chooseRoute(routes, source, target, options);
    const work: SegmentWork = {
      owner,
      source,
      target,
      chosen,
      knownBy: routes.knownBy(source, target),
      engineOptions: engineOptionsOf(options, style, chosen.needs.features.includes('formality')),
      terms,
      memory: options.memory,
      wantsUnknownWords: options.wantsProvenance === true,
      signal,
    };
    const finished = await this.#finishDistinct(jobs, work);
    return jobs.map((job) =>
      translationOf(
        job,
        job.composition.segments.flatMap((segment) => finished.get(keyOf(segment)) ?? []),
        { options, modelType: chosen.modelType },
      ),
    );
  }

  /** What occurs twice is translated once. */
  async #finishDistinct(
    jobs: readonly Job[],
    work: SegmentWork,
  ): Promise<ReadonlyMap<string, FinishedSegment>> {
    const distinct = new Map<string, MarkedText>();
    for (const { composition } of jobs) {
      for (const segment of composition.segments) distinct.set(keyOf(segment), segment);
    }
    const keys = [...distinct.keys()];
    const finished =
      keys.length === 0
        ? []
        : await finishSegments([...distinct.values()], work, this.#parts.memory);
    return new Map(finished.map((segment, index) => [keys[index] ?? '', segment]));
  }
}

/** Two segments are the same when their spans are as well. */
const keyOf = ({ text, spans }: MarkedText): string =>
  spans.length === 0 ? text : `${text}\0${JSON.stringify(spans)}`;

function translationOf(
  { text, composition, source }: Job,
  finished: readonly FinishedSegment[],
  { options, modelType }: { options: TranslationOptions; modelType: ModelType },
): Translation {
  const segments =
    options.preserveFormatting === true
      ? finished.map((segment, at) => preserveFormatting(composition.segments[at], segment))
      : finished;
  const chunks = composition.compose(segments);
  return {
    text: textOf(chunks),
    sourceLanguage: source,
    billedCharacters: billedCharacters(text),
    modelType,
    appliedTerms: segments.flatMap(({ terms }) => terms),
    provenance: options.wantsProvenance === true ? provenanceOf(chunks, segments) : undefined,
  };
}

const unchanged = ({ text, source }: Job): Translation => ({
  text,
  sourceLanguage: source,
  billedCharacters: billedCharacters(text),
  appliedTerms: [],
  provenance: text === '' ? [] : [{ text, origin: 'unchanged' }],
});

function engineOptionsOf(
  { formality, context, instructions = [] }: TranslationOptions,
  style: StyleInstructions | undefined,
  isFormalityHonoured: boolean,
): EngineOptions {
  const asked = formality === 'more' || formality === 'prefer_more' ? 'more' : 'less';
  return {
    ...(formality !== undefined && isFormalityHonoured ? { formality: asked } : {}),
    ...(context === undefined || context === '' ? {} : { context }),
    ...(instructions.length === 0 ? {} : { instructions }),
    ...(style === undefined ? {} : { style }),
  };
}

/** A language that is only ever a target is still a valid `source_lang`, of an unsupported pair. */
function isKnown(language: LanguageTag, routes: Routes): boolean {
  return routes.sources().includes(language) || routes.targets().has(language);
}

function anySignal(given: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  return given === undefined ? own : AbortSignal.any([given, own]);
}
