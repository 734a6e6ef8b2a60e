import {
  baseLanguage,
  isPlain,
  parseLanguage,
  resolveTarget,
  type LanguageTag,
} from '../languages/language.js';
import { detectSources } from '../languages/detected-sources.js';
import type { LanguageDetector } from '../languages/language-detector.js';
import { checkTarget, chooseRoute, ignoredBy, type ChosenRoute } from './routes/route-choice.js';
import type { Routes } from './routes/routes.js';
import type { SegmentWork } from './segments/segment-work.js';
import type { StyleInstructions, StyleRuleLookup } from '../style-rules/style-rule-lookup.js';
import type { TermMatchers } from '../glossaries/terms/term-matchers.js';
import type { TermMatcher } from '../glossaries/terms/terms.js';
import { ENGINE_ERRORS } from '../engines/engine-errors.js';
import { LANGUAGE_ERRORS } from '../languages/language-errors.js';
import { TRANSLATION_ERRORS } from './translation-errors.js';
import type { EngineOptions } from '../engines/translation-engine.js';
import type { TranslationOptions } from './translation-options.js';

/** What is asked of the translator. */
export interface TranslationRequest {
  /** Whose glossaries, memories and style rules are meant. */
  readonly owner: string;
  readonly texts: readonly string[];
  /** As the caller wrote it: `ES`, `pt-br`. */
  readonly targetLang: string;
  /** As the caller wrote it. Detected for each text when absent. */
  readonly sourceLang?: string | undefined;
  readonly options?: TranslationOptions | undefined;
  /** Called with the name of each parameter that no engine reads for one of the texts; before any is translated. */
  readonly onIgnored?: ((parameter: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the options refer to is looked up here. */
export interface PreparationParts {
  readonly detector: LanguageDetector;
  readonly terms: TermMatchers;
  readonly styleRules: StyleRuleLookup;
}

const NO_OPTIONS: TranslationOptions = {};

/** One source language for each text of a request. */
type SourcesOf = (texts: readonly string[]) => readonly LanguageTag[];

interface Found {
  readonly owner: string;
  readonly routes: Routes;
  readonly target: LanguageTag;
  readonly options: TranslationOptions;
  readonly style: StyleInstructions | undefined;
  readonly terms: TermMatcher | undefined;
  readonly sourcesOf: SourcesOf;
  readonly onIgnored: TranslationRequest['onIgnored'];
}

/** What is found out once for a request, before anything is translated. */
export class Preparation {
  readonly options: TranslationOptions;
  readonly #found: Found;

  private constructor(found: Found) {
    this.options = found.options;
    this.#found = found;
  }

  /**
   * Checks everything that can be checked without translating.
   *
   * @throws {Problem} `source_lang_unsupported`, `target_lang_unsupported`, `pair_unsupported`,
   *   `option_unsupported`, and what the lookups throw
   */
  static async of(
    request: TranslationRequest,
    routes: Routes,
    parts: PreparationParts,
  ): Promise<Preparation> {
    const options = request.options ?? NO_OPTIONS;
    const target = parseTarget(request, routes);
    if (options !== NO_OPTIONS) checkTarget(routes, target, options);
    const sourcesOf = sourceFinder(request, { routes, target, options }, parts.detector);
    const style = await styleOf(request.owner, target, options, parts.styleRules);
    const terms = await termsOf(request, target, options, parts.terms);
    const { owner, onIgnored } = request;
    return new Preparation({ owner, routes, target, options, style, terms, sourcesOf, onIgnored });
  }

  /**
   * The source language of each text of the request: given once, or detected.
   *
   * @throws {Problem} `source_lang_unsupported` when a detected language is not translated into the target
   */
  sourcesOf(texts: readonly string[]): readonly LanguageTag[] {
    return this.#found.sourcesOf(texts);
  }

  /** Without region. */
  get targetLanguage(): LanguageTag {
    return baseLanguage(this.#found.target);
  }

  /** @returns undefined where nothing has to be translated */
  workFrom(source: LanguageTag, signal: AbortSignal): SegmentWork | undefined {
    const { owner, routes, target, options, style, terms } = this.#found;
    if (source === baseLanguage(target)) return undefined;
    const chosen = chooseRoute(routes, source, target, options);
    for (const parameter of ignoredBy(chosen, options)) this.#found.onIgnored?.(parameter);
    return {
      owner,
      source,
      target,
      chosen,
      knownBy: routes.knownBy(source, target),
      engineOptions: engineOptionsOf(options, style, chosen),
      terms,
      memory: options.memory,
      placeholders: options.placeholders,
      fluentWith:
        options.wantsProvenance === true
          ? routes.fluentWith(chosen.route, { source, target })
          : undefined,
      wantsUnknownWords: options.wantsProvenance === true,
      signal,
    };
  }
}

function parseTarget(
  { targetLang: code, sourceLang }: TranslationRequest,
  routes: Routes,
): LanguageTag {
  if (routes.targets().size === 0) throw ENGINE_ERRORS.unavailable();
  const requested = parseLanguage(code);
  const target = requested && resolveTarget(requested, routes.targets());
  if (target !== undefined) return target;
  const source = parseLanguage(sourceLang ?? '');
  const hint = requested && source && routes.wayToObtain({ source, target: requested });
  throw LANGUAGE_ERRORS.targetUnsupported(
    hint === undefined ? {} : { message: `Value for 'target_lang' not supported. ${hint}` },
  );
}

function sourceFinder(
  { sourceLang }: TranslationRequest,
  { routes, target, options }: Pick<Found, 'routes' | 'target' | 'options'>,
  detector: LanguageDetector,
): SourcesOf {
  const plainTarget = baseLanguage(target);
  if (sourceLang === undefined) {
    const sources = new Set(routes.sourcesOf(target));
    const { context } = options;
    return (texts) => detectSources(texts, { language: plainTarget, sources, context }, detector);
  }
  const source = parseLanguage(sourceLang);
  if (source === undefined || !isPlain(source) || !isKnown(source, routes)) {
    throw LANGUAGE_ERRORS.sourceUnsupported();
  }
  if (source !== plainTarget) chooseRoute(routes, source, target, options);
  return (texts) => texts.map(() => source);
}

/** A language that is only ever a target is still a valid `source_lang`, of an unsupported pair. */
function isKnown(language: LanguageTag, routes: Routes): boolean {
  return routes.sources().includes(language) || routes.targets().has(language);
}

async function styleOf(
  owner: string,
  target: LanguageTag,
  { styleId }: TranslationOptions,
  styleRules: StyleRuleLookup,
): Promise<StyleInstructions | undefined> {
  if (styleId === undefined) return undefined;
  const style = await styleRules.instructions(owner, styleId);
  if (baseLanguage(style.language) !== baseLanguage(target)) {
    throw TRANSLATION_ERRORS.styleRuleLanguage();
  }
  return style;
}

async function termsOf(
  { owner, sourceLang }: TranslationRequest,
  target: LanguageTag,
  { glossaryIds = [] }: TranslationOptions,
  matchers: TermMatchers,
): Promise<TermMatcher | undefined> {
  if (glossaryIds.length === 0) return undefined;
  const source = parseLanguage(sourceLang ?? '');
  if (source === undefined) throw TRANSLATION_ERRORS.glossaryNeedsSource();
  const languages = { source: baseLanguage(source), target: baseLanguage(target) };
  return await matchers.matcher({ owner, glossaryIds, ...languages });
}

function engineOptionsOf(
  { formality, context, instructions = [] }: TranslationOptions,
  style: StyleInstructions | undefined,
  { needs }: ChosenRoute,
): EngineOptions {
  const isFormal = formality === 'more' || formality === 'prefer_more';
  const honours = needs.features.includes('formality');
  return {
    ...(honours ? { formality: isFormal ? 'more' : 'less' } : {}),
    ...(context === undefined || context === '' ? {} : { context }),
    ...(instructions.length === 0 ? {} : { instructions }),
    ...(style === undefined ? {} : { style }),
  };
}
