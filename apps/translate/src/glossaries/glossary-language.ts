import {
  baseLanguage,
  englishName,
  parseLanguage,
  type LanguageTag,
} from '../languages/language.js';

/**
 * The base language of a code, which is what glossaries are kept for: `EN-US` gives `en`.
 *
 * @returns undefined for a code that names no language
 */
export function glossaryLanguage(code: string): LanguageTag | undefined {
  const tag = parseLanguage(code);
  if (tag === undefined) return undefined;
  const base = baseLanguage(tag);
  return englishName(base) === base ? undefined : base;
}
