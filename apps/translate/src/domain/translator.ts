import {
  baseLanguage,
  isPlain,
  parseLanguage,
  resolveTarget,
  type LanguageTag,
} from './language.js';
import type { LanguageDetector } from './language-detector.js';
import { Routes } from './routes.js';
import { joinSegments, splitText, type Segment } from './segments.js';
import { TRANSLATE_ERRORS } from './translate-errors.js';
import type { Direction, TranslationEngine } from './translation-engine.js';

export interface TranslationRequest {
  readonly texts: readonly string[];
  /** As the caller wrote it: `ES`, `pt-br`. */
  readonly targetLang: string;
  /** As the caller wrote it. Detected for each text when absent. */
  readonly sourceLang?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Translation {
  readonly text: string;
  /** The given source language, or the detected one. */
  readonly sourceLanguage: LanguageTag;
  /** Unicode code points of the source text. */
  readonly billedCharacters: number;
}

/** Translates lists of texts: detects, routes, splits, batches and puts together again. */
export class Translator {
  readonly #engine: TranslationEngine;
  readonly #detector: LanguageDetector;
  #routes = new Routes([]);
  #routedDirections: readonly Direction[] = [];

  constructor(engine: TranslationEngine, detector: LanguageDetector) {
    this.#engine = engine;
    this.#detector = detector;
  }

  /** What can be translated now, for the lists of languages. */
  routes(): Routes {
    const directions = this.#engine.directions();
    if (directions !== this.#routedDirections) {
      this.#routedDirections = directions;
      this.#routes = new Routes(directions);
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
   * @throws {Problem} `source_lang_unsupported`, `target_lang_unsupported`, `pair_unsupported`, and what
   *   the engine throws; the signal's reason when it aborts
   */
  async translate(request: TranslationRequest): Promise<readonly Translation[]> {
    const directions = this.#engine.directions();
    try {
      return await this.#attempt(request);
    } catch (error) {
      // A pair that was found broken just now is gone: there may be another way to the target.
      if (this.#engine.directions() === directions) throw error;
      return await this.#attempt(request);
    }
  }

  async #attempt(request: TranslationRequest): Promise<readonly Translation[]> {
    const routes = this.routes();
    const target = this.#parseTarget(request.targetLang, routes);
    const sourceOf = this.#sources(request, target, routes);
    const jobs = request.texts.map((text) => ({ text, source: sourceOf(text) }));

    const bySource = Map.groupBy(jobs, (job) => job.source);
    const stopOthers = new AbortController();
    const signal = anySignal(request.signal, stopOthers.signal);
    const groups = [...bySource].map(async ([source, group]) => {
      const texts = group.map((job) => job.text);
      const translated = await this.#translateFrom(source, target, texts, signal);
      return [source, translated] as const;
    });
    const results = await Promise.all(groups).catch((error: unknown) => {
      stopOthers.abort(error);
      throw error;
    });

    const remaining = new Map(results.map(([source, texts]) => [source, texts.values()]));
    return jobs.map(({ text, source }) => ({
      text: remaining.get(source)?.next().value ?? text,
      sourceLanguage: source,
      billedCharacters: countCodePoints(text),
    }));
  }

  #parseTarget(code: string, routes: Routes): LanguageTag {
    if (routes.targets().size === 0) throw TRANSLATE_ERRORS.engineUnavailable();
    const requested = parseLanguage(code);
    const target = requested && resolveTarget(requested, routes.targets());
    if (target === undefined) throw TRANSLATE_ERRORS.targetLanguageUnsupported();
    return target;
  }

  /** How the source of each text is found: given once, or detected text by text. */
  #sources(
    { sourceLang }: TranslationRequest,
    target: LanguageTag,
    routes: Routes,
  ): (text: string) => LanguageTag {
    const plainTarget = baseLanguage(target);
    if (sourceLang === undefined) {
      const candidates = [...new Set([...routes.sourcesOf(target), plainTarget])];
      return (text) => this.#detector.detect(text, candidates)?.language ?? plainTarget;
    }
    const source = parseLanguage(sourceLang);
    if (source === undefined || !isPlain(source) || !isKnown(source, routes)) {
      throw TRANSLATE_ERRORS.sourceLanguageUnsupported();
    }
    if (source !== plainTarget && routes.route(source, target) === undefined) {
      throw TRANSLATE_ERRORS.pairUnsupported();
    }
    return () => source;
  }

  async #translateFrom(
    source: LanguageTag,
    target: LanguageTag,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const route = this.routes().route(source, target);
    if (route === undefined) return texts;
    const segmented = texts.map(splitText);
    const distinct = [...new Set(segmented.flatMap(translatableTexts))];
    const translations = await this.#alongRoute(route, distinct, signal);
    const translationOf = new Map(distinct.map((text, index) => [text, translations[index]]));
    return segmented.map((segments) =>
      joinSegments(
        segments.map((segment) =>
          segment.kind === 'kept'
            ? segment
            : { ...segment, text: translationOf.get(segment.text) ?? segment.text },
        ),
      ),
    );
  }

  async #alongRoute(
    route: readonly Direction[],
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    let current = texts;
    for (const { source, target } of route) {
      signal.throwIfAborted();
      if (current.length === 0) break;
      current = await this.#engine.translate({ source, target, texts: current, signal });
    }
    return current;
  }
}

/** A language that is only ever a target is still a valid `source_lang`, of an unsupported pair. */
function isKnown(language: LanguageTag, routes: Routes): boolean {
  return routes.sources().includes(language) || routes.targets().has(language);
}

const translatableTexts = (segments: readonly Segment[]): readonly string[] =>
  segments.filter(({ kind }) => kind === 'translatable').map(({ text }) => text);

function anySignal(given: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  return given === undefined ? own : AbortSignal.any([given, own]);
}

/** A surrogate pair is one code point, a lone surrogate is one as well. */
function countCodePoints(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10ffff}]/gu)?.length ?? 0);
}
