import { Injectable } from '@nestjs/common';
import {
  baseLanguage,
  englishName,
  parseLanguage,
  requestableTargets,
  resolveTarget,
  type LanguageTag,
} from '../languages/language.js';
import { LanguageDetector } from '../languages/language-detector.js';
import { CurrentRoutes } from '../translation/routes/current-routes.js';
import { LIBRETRANSLATE_ERRORS } from './libretranslate-errors.js';

/** What LibreTranslate's clients send for a language that is to be detected. */
const AUTO = 'auto';
/** Languages that a detection names at most. */
const MOST_DETECTED = 5;

export interface OfferedLanguage {
  readonly code: LanguageTag;
  readonly name: string;
  readonly targets: readonly LanguageTag[];
}

export interface Detection {
  /** In percent. */
  readonly confidence: number;
  readonly language: LanguageTag;
}

/** Languages as LibreTranslate's interface names them. */
@Injectable()
export class LibreTranslateLanguages {
  constructor(
    private readonly routes: CurrentRoutes,
    private readonly detector: LanguageDetector,
  ) {}

  /** Each language is among its own targets, as there. */
  offered(): readonly OfferedLanguage[] {
    const routes = this.routes.now();
    const targets = requestableTargets(routes.targets());
    return routes.sources().map((code) => ({
      code,
      name: englishName(code),
      targets: targets.filter((target) => {
        const served = resolveTarget(target, routes.targets());
        return (
          target === code || (served !== undefined && routes.route(code, served) !== undefined)
        );
      }),
    }));
  }

  /**
   * @returns undefined for one that is to be detected
   * @throws {Problem} `language_unsupported`
   */
  source(code: string): LanguageTag | undefined {
    if (code.toLowerCase() === AUTO) return undefined;
    const language = parseLanguage(code);
    const plain = language && baseLanguage(language);
    if (plain === undefined || !this.routes.now().sources().includes(plain)) {
      throw unsupported(code);
    }
    return plain;
  }

  /** @throws {Problem} `language_unsupported` */
  target(code: string): LanguageTag {
    const language = parseLanguage(code);
    const targets = this.routes.now().targets();
    if (language === undefined || resolveTarget(language, targets) === undefined) {
      throw unsupported(code);
    }
    return language;
  }

  /** The likeliest first; English with no confidence where nothing speaks for any language. */
  detect(text: string): readonly Detection[] {
    const found = this.detector
      .detect(text)
      .scores.slice(0, MOST_DETECTED)
      .map(({ language, score }) => ({ language, confidence: percentOf(score) }));
    return found.length > 0 ? found : [{ language: 'en' as LanguageTag, confidence: 0 }];
  }

  /** How sure the detection of a language is that a text was translated from. */
  detectedAs(text: string, language: LanguageTag): Detection {
    const { scores } = this.detector.detect(text);
    const score = scores.find((each) => each.language === language)?.score ?? 0;
    return { language, confidence: percentOf(score) };
  }
}

const percentOf = (score: number): number => Math.round(Math.min(1, score) * 100);

const unsupported = (code: string): Error =>
  LIBRETRANSLATE_ERRORS.languageUnsupported({ message: `${code} is not supported` });
