import type { Translation } from '../translation/translation.js';
import type { Detection, OfferedLanguage } from './libretranslate-languages.js';
import type {
  FrontendSettingsDto,
  LibreTranslateDto,
  LibreTranslationDto,
} from './libretranslate.dto.js';

const KEYSTROKE_PAUSE_MS = 500;

/** What is one text in the request is one in the answer. */
export function presentLibreTranslation(
  translations: readonly Translation[],
  { q, alternatives = 0 }: LibreTranslateDto,
  {
    detected,
    alternatives: others,
  }: {
    readonly detected: readonly Detection[] | undefined;
    readonly alternatives: readonly string[];
  },
): LibreTranslationDto {
  const texts = translations.map(({ text }) => text);
  const inShape = <T>(list: readonly T[], single: T | undefined) =>
    typeof q === 'string' && single !== undefined ? single : [...list];
  return {
    translatedText: inShape(texts, texts[0]),
    ...(detected === undefined ? {} : { detectedLanguage: inShape(detected, detected[0]) }),
    ...(alternatives > 0 ? { alternatives: [...others] } : {}),
  };
}

export function presentFrontendSettings({
  languages,
  extensions,
  mostCharacters,
}: {
  readonly languages: readonly OfferedLanguage[];
  readonly extensions: readonly string[];
  readonly mostCharacters: number;
}): FrontendSettingsDto {
  const { code, name } = languages.find((each) => each.code === 'es') ??
    languages[0] ?? { code: 'en', name: 'English' };
  return {
    apiKeys: true,
    charLimit: mostCharacters,
    filesTranslation: true,
    frontendTimeout: KEYSTROKE_PAUSE_MS,
    keyRequired: true,
    language: { source: { code: 'auto', name: 'Auto Detect' }, target: { code, name } },
    suggestions: false,
    supportedFilesFormat: extensions.map((extension) => `.${extension}`),
  };
}
