/** The texts of one language, by key. */
export type Texts = Readonly<Record<string, string>>;

export type Language = 'en' | 'es';

/** The first one is the language of everybody whose own is not there. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(LANGUAGES, text);

/**
 * Which language a page speaks: what the person chose, else the first of the browser's that there is.
 *
 * @param wanted as in `navigator.languages`, such as `es-MX`
 */
export function chooseLanguage(chosen: string | null, wanted: readonly string[]): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  const known = wanted.map((tag) => tag.toLowerCase().split('-', 1)[0]).find(isLanguage);
  return known ?? 'en';
}

/**
 * How people of the reader's region write dates and numbers, as far as they speak the page's language.
 *
 * @param wanted as in `navigator.languages`
 * @returns such as `en-GB` for a page in English
 */
export const localeOf = (language: Language, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.toLowerCase().split('-', 1)[0] === language && isKnown(tag)) ?? language;

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false; // no tag of BCP 47
  }
}

type Values = Readonly<Record<string, string | number>>;

/** Gives the text of a key, with `{name}` replaced. */
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/** All languages have the keys of the first: the compiler says which are missing. */
export type AllTexts<Key extends string> = Readonly<
  Record<Language, Readonly<Record<Key, string>>>
>;

export function translator<Key extends string>(
  texts: AllTexts<Key>,
  language: Language,
): Translate<Key> {
  return (key, values = {}) =>
    texts[language][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    );
}
