import {
  baseLanguage,
  parseLanguage,
  requestableTargets,
  resolveTarget,
  type LanguageTag,
} from '../../languages/language.js';
import type { LanguageDetector } from '../../languages/language-detector.js';
import type { Routes } from './routes.js';
import type { Feature } from '../../engines/translation-engine.js';

/** Parts of the interface that have languages of their own. */
export const RESOURCES = [
  'translate_text',
  'translate_document',
  'glossary',
  'voice',
  'write',
  'style_rules',
  'translation_memory',
] as const;
export type Resource = (typeof RESOURCES)[number];

/** What a language can be used with; needed of the source, the target or both. */
export type LanguageFeature =
  | 'formality'
  | 'style_rules'
  | 'tag_handling'
  | 'glossary'
  | 'translation_memory'
  | 'auto_detection'
  | 'writing_style'
  | 'tone';

export interface OfferedLanguage {
  readonly language: LanguageTag;
  readonly isSource: boolean;
  readonly isTarget: boolean;
  readonly features: readonly LanguageFeature[];
}

export interface OfferedFeature {
  readonly name: LanguageFeature;
  readonly needsSource: boolean;
  readonly needsTarget: boolean;
}

/** Work with every engine: the service itself sees to them. */
const OF_EVERY_LANGUAGE: readonly LanguageFeature[] = [
  'tag_handling',
  'glossary',
  'translation_memory',
];

const OF_TARGETS: readonly (readonly [LanguageFeature, Feature])[] = [
  ['formality', 'formality'],
  ['style_rules', 'style'],
];

/** @see spec 1, part 4: the languages that style rules are written for */
const STYLE_LANGUAGES: readonly string[] = 'de en es fr it ja ko zh'.split(' ');

/** What the engines that run now can do, by resource. Resources that are not served have no languages. */
export class OfferedLanguages {
  constructor(
    private readonly routes: Routes,
    private readonly detector: LanguageDetector,
  ) {}

  /** Sorted by their codes. */
  of(resource: Resource): readonly OfferedLanguage[] {
    switch (resource) {
      case 'translate_text':
      case 'translate_document':
        return this.#all().map((language) => this.#describe(language));
      case 'glossary':
      case 'translation_memory':
        return this.#plain();
      case 'style_rules':
        return this.#styled();
      default:
        return [];
    }
  }

  /** Whether at least one engine chooses between formal and informal words. */
  supportsFormality(target: LanguageTag): boolean {
    return this.#featuresInto(target).has('formality');
  }

  /** What is served, and which features some languages have with it. */
  resources(): readonly {
    readonly name: Resource;
    readonly features: readonly OfferedFeature[];
  }[] {
    const languages = this.of('translate_text');
    const has = (name: LanguageFeature) =>
      languages.some(({ features }) => features.includes(name));
    const textFeatures: readonly OfferedFeature[] = [
      ...OF_TARGETS.map(([name]) => ({ name, needsSource: false, needsTarget: true })),
      ...OF_EVERY_LANGUAGE.map((name) => ({ name, needsSource: true, needsTarget: true })),
      { name: 'auto_detection', needsSource: true, needsTarget: false },
    ];
    const served = RESOURCES.filter(
      (name) => name === 'glossary' || name === 'style_rules' || name === 'translation_memory',
    );
    return [
      ...(['translate_text', 'translate_document'] as const).map((name) => ({
        name,
        features: textFeatures.filter((feature) => has(feature.name)),
      })),
      ...served.map((name) => ({ name, features: [] })),
    ];
  }

  #all(): readonly LanguageTag[] {
    const targets = requestableTargets(this.routes.targets());
    return [...new Set([...this.routes.sources(), ...targets])].sort();
  }

  #describe(language: LanguageTag): OfferedLanguage {
    const isSource = this.routes.sources().includes(language);
    const isTarget = resolveTarget(language, this.routes.targets()) !== undefined;
    const ofTarget = OF_TARGETS.flatMap(([name, feature]) =>
      isTarget && this.#featuresInto(language).has(feature) ? [name] : [],
    );
    const isDetected = isSource && this.detector.canDetect(language);
    const features = [
      ...ofTarget,
      ...OF_EVERY_LANGUAGE,
      ...(isDetected ? ['auto_detection' as const] : []),
    ];
    return { language, isSource, isTarget, features };
  }

  /** Glossaries and memories know no regional variants. */
  #plain(): readonly OfferedLanguage[] {
    return [...new Set(this.#all().map(baseLanguage))].sort().map((language) => ({
      language,
      isSource: this.routes.sources().includes(language),
      isTarget: [...this.routes.targets()].some((target) => baseLanguage(target) === language),
      features: [],
    }));
  }

  #styled(): readonly OfferedLanguage[] {
    return STYLE_LANGUAGES.flatMap((code) => parseLanguage(code) ?? [])
      .filter((language) => this.#featuresInto(language).has('style'))
      .map((language) => ({ language, isSource: false, isTarget: true, features: [] }));
  }

  #featuresInto(target: LanguageTag): ReadonlySet<Feature> {
    const served = resolveTarget(target, this.routes.targets());
    return served === undefined ? new Set() : this.routes.featuresInto(served);
  }
}
