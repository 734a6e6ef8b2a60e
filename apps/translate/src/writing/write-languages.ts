import { parseLanguage, type LanguageTag } from '../languages/language.js';

/** The languages of the published interface. */
export const WRITE_LANGUAGES: readonly LanguageTag[] =
  'de en en-GB en-US es fr it ja ko pt pt-BR pt-PT zh zh-Hans'
    .split(' ')
    .flatMap((code) => parseLanguage(code) ?? []);
