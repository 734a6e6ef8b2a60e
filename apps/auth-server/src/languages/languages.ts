/** The languages of the pages, each by its own name. */
export const LANGUAGES = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ru: 'Русский',
} as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/**
 * The first of the wanted languages that there is; English where there is none.
 *
 * @param wanted BCP 47 tags, best first: `pt-BR` means Portuguese
 */
export const languageFor = (wanted: readonly (string | undefined)[]): Language =>
  wanted.map((tag = '') => tag.toLowerCase().split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';

/** The country's name for an ISO 3166-1 alpha-2 code; the code itself for an unknown country. */
export const countryName = (language: Language, code: string): string =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(code) ?? code;

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr';
