import { parseLanguage, type LanguageTag } from '../../languages/language.js';

/** What large models of today translate well between (our choice). */
export const CHAT_LANGUAGES: readonly LanguageTag[] = (
  'ar bg cs da de el en en-GB en-US es et fi fr he hu id it ja ko lt lv nb nl pl pt pt-BR pt-PT ro ru sk sl sv ' +
  'th tr uk vi zh zh-Hans zh-Hant'
)
  .split(' ')
  .flatMap((code) => parseLanguage(code) ?? []);
