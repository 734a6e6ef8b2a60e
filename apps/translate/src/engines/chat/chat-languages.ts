import type { Kind } from '@sextant/platform-runtime/config';
import { parseLanguage, type LanguageTag } from '../../languages/language.js';

/** Languages of a setting. */
export const languages: Kind<readonly LanguageTag[]> = {
  expected: 'a comma-separated list of language codes',
  parse: (value) => {
    const parsed = value.split(',').map((code) => parseLanguage(code.trim()));
    return parsed.every((language) => language !== undefined) ? parsed : undefined;
  },
};

/** What large models of today translate well between (our choice). */
export const CHAT_LANGUAGES: readonly LanguageTag[] = (
  'ar bg cs da de el en en-GB en-US es et fi fr he hu id it ja ko lt lv nb nl pl pt pt-BR pt-PT ro ru sk sl sv ' +
  'th tr uk vi zh zh-Hans zh-Hant'
)
  .split(' ')
  .flatMap((code) => parseLanguage(code) ?? []);
