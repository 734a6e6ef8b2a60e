import { Injectable } from '@nestjs/common';
import { billedCharacters } from '../usage/billed-characters.js';
import { detectSources, sureLanguage } from '../languages/detected-sources.js';
import {
  baseLanguage,
  englishName,
  parseLanguage,
  type LanguageTag,
} from '../languages/language.js';
import { LanguageDetector } from '../languages/language-detector.js';
import { Meter } from '../usage/meter.js';
import type { Customer } from '../usage/usage.js';
import type { OfferedFeature, OfferedLanguage } from '../translation/routes/offered-languages.js';
import { TextComposer } from '../translation/composing/text-composer.js';
import { applied } from './findings.js';
import { knownWordsOf } from './known-words.js';
import { offeredForWriting, writingFeatures } from './offered-writing.js';
import { chosenWording, type Wording } from './wording.js';
import { WritingEngines } from './writing-engines.js';
import { WRITE_LANGUAGES } from './write-languages.js';
import { WRITING_ERRORS } from './writing-errors.js';
import type {
  Correction,
  WritingEngine,
  WritingTask,
  WrittenText,
} from '../engines/writing-engine.js';

/** What a caller asks for. */
export interface ImprovementRequest extends Wording {
  readonly task: WritingTask;
  readonly texts: readonly string[];
  /** As the caller wrote it; that of the texts if absent. */
  readonly targetLang: string | undefined;
  /** Words that the caller knows to be right. */
  readonly knownWords?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

export interface Improvement {
  readonly sourceLanguage: LanguageTag;
  readonly targetLanguage: LanguageTag;
  readonly text: string;
  readonly corrections: readonly Correction[];
}

/** One text, and what is to become of it. */
interface Plan {
  readonly text: string;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** What stands for a language that is named without its variant, as the real service has it. */
const USUAL_VARIANTS: ReadonlyMap<string, LanguageTag> = new Map([
  ['en', 'en-US' as LanguageTag],
  ['pt', 'pt-PT' as LanguageTag],
]);

/** Improves texts for customers: nothing above their quota, nothing uncounted. */
@Injectable()
export class Writer {
  constructor(
    private readonly engines: WritingEngines,
    private readonly detector: LanguageDetector,
    private readonly meter: Meter,
    private readonly composer: TextComposer,
  ) {}

  /** What the engines that run now can do. */
  offered(): {
    readonly languages: readonly OfferedLanguage[];
    readonly features: readonly OfferedFeature[];
  } {
    const languages = offeredForWriting((task) => this.languages(task), this.detector);
    return { languages, features: writingFeatures(languages) };
  }

  /** Languages without region in which something can be done. */
  languages(task?: WritingTask): ReadonlySet<LanguageTag> {
    const tasks: readonly WritingTask[] = task === undefined ? ['rephrase', 'correct'] : [task];
    const offered = new Set(WRITE_LANGUAGES.map(baseLanguage));
    const able = tasks.flatMap((each) => this.engines.all.flatMap((one) => one.languages(each)));
    return new Set(able.filter((language) => offered.has(language)));
  }

  /**
   * @returns one improvement for each text, in their order, once it is counted
   * @throws {Problem} `write_lang_unsupported`, `wording_unsupported`, `style_and_tone`, `source_lang_unsupported`,
   *   `quota_exceeded`, and as `WritingEngine.write`
   */
  async improve(customer: Customer, request: ImprovementRequest): Promise<readonly Improvement[]> {
    const named = this.#named(request);
    const sources = this.#sourcesOf(request, named);
    const targets = sources.map((source) => withVariant(named ?? source));
    for (const target of targets) chosenWording(request, target);
    const characters = request.texts.reduce((sum, text) => sum + billedCharacters(text), 0);
    const record = { ...customer, operation: 'text_improvement' as const, characters };
    const plans = request.texts.map((text, at): Plan => {
      const [source, target] = [sources[at], targets[at]] as [LanguageTag, LanguageTag];
      return { text, source, target };
    });
    return await this.meter.during(record, () => this.#write(request, plans, customer.owner));
  }

  #named({ task, targetLang }: ImprovementRequest): LanguageTag | undefined {
    if (targetLang === undefined) return undefined;
    const language = parseLanguage(targetLang);
    if (language === undefined || !WRITE_LANGUAGES.includes(language)) {
      throw WRITING_ERRORS.languageUnsupported();
    }
    if (!this.languages(task).has(baseLanguage(language))) {
      throw WRITING_ERRORS.languageUnsupported({ message: cannotDo(task, language) });
    }
    return language;
  }

  #sourcesOf(
    { task, texts }: ImprovementRequest,
    named: LanguageTag | undefined,
  ): readonly LanguageTag[] {
    const { detector } = this;
    if (named !== undefined) {
      return texts.map((text) => sureLanguage(detector.detect(text)) ?? baseLanguage(named));
    }
    const sources = this.languages(task);
    return detectSources(
      texts,
      { language: usualAmong(sources), sources, what: `cannot be improved here by ${task}` },
      detector,
    );
  }

  /** Texts of one language together. */
  async #write(
    request: ImprovementRequest,
    plans: readonly Plan[],
    owner: string,
  ): Promise<readonly Improvement[]> {
    const { task, signal, knownWords = [] } = request;
    const isKnown = knownWordsOf(knownWords);
    const results = new Map<Plan, Improvement>();
    for (const [language, all] of Map.groupBy(plans, ({ target }) => target)) {
      const engine = this.#engineFor(task, language);
      const asked = all.filter((plan) => canBeDone(task, plan));
      const written = await engine.write({
        ...{ task, language, owner, signal },
        ...chosenWording(request, language),
        texts: await this.composer.shielded(
          asked.map(({ text }) => text),
          { owner, signal },
        ),
      });
      asked.forEach((plan, at) => {
        const done = written[at];
        if (done !== undefined)
          results.set(plan, improvementOf(plan, withoutKnown(plan, done, isKnown)));
      });
    }
    return plans.map((plan) => results.get(plan) ?? improvementOf(plan));
  }

  #engineFor(task: WritingTask, language: LanguageTag): WritingEngine {
    const able = this.engines.all.find((engine) =>
      engine.languages(task).includes(baseLanguage(language)),
    );
    if (able === undefined) {
      throw WRITING_ERRORS.languageUnsupported({ message: cannotDo(task, language) });
    }
    return able;
  }
}

/** A text in another language has no mistakes of this one; it can be written anew in it, though. */
const canBeDone = (task: WritingTask, { source, target }: Plan): boolean =>
  task === 'rephrase' || source === baseLanguage(target);

/** Corrections of words that the caller knows are not made. */
function withoutKnown(
  { text }: Plan,
  written: WrittenText,
  isKnown: (word: string) => boolean,
): WrittenText {
  const corrections = written.corrections.filter(
    ({ start, end }) => !isKnown(text.slice(start, end)),
  );
  return corrections.length === written.corrections.length
    ? written
    : { text: applied(text, corrections), corrections };
}

/** The text as it is, unless something was done with it. */
const improvementOf = ({ text, source, target }: Plan, done?: WrittenText): Improvement => ({
  sourceLanguage: source,
  targetLanguage: target,
  ...(done ?? { text, corrections: [] }),
});

/** What a text that says nothing of its language, such as `42`, is taken for. */
function usualAmong(languages: ReadonlySet<LanguageTag>): LanguageTag {
  const english = 'en' as LanguageTag;
  const [first = english] = languages;
  return languages.has(english) ? english : first;
}

const withVariant = (language: LanguageTag): LanguageTag =>
  USUAL_VARIANTS.get(language) ?? language;

const cannotDo = (task: WritingTask, language: LanguageTag): string =>
  `Value for 'target_lang' not supported. No engine that is configured here can ${task} texts in ` +
  `${englishName(baseLanguage(language))}; a chat server can (CHAT_BASE_URL)` +
  (task === 'correct' && BY_RULES.has(baseLanguage(language))
    ? ', and so can LanguageTool (npm run models -- add languagetool, with Java).'
    : '.');

const BY_RULES: ReadonlySet<string> = new Set(['de', 'es', 'fr', 'it', 'pt']);
