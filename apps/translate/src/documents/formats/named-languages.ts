import { baseLanguage, parseLanguage, type LanguageTag } from '../../languages/language.js';

/** A language as files name it: `es`, `pt_BR`, `Spanish(es)`. */
export function languageNamed(name: string): LanguageTag | undefined {
  const [, code] =
    /^(?:[^()]*\()?([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2})\)?$/.exec(name.trim()) ?? [];
  return code === undefined ? undefined : parseLanguage(code.replaceAll('_', '-'));
}

/** Whether both are the same language; of a region only where both name one. */
export function isSameLanguage(one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [one, other].map((name) => languageNamed(name ?? ''));
  if (first === undefined || second === undefined) return false;
  const isPlain = [first, second].some((tag) => tag === baseLanguage(tag));
  return isPlain ? baseLanguage(first) === baseLanguage(second) : first === second;
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Whether a name is that of a language that there is: `sku` is none. */
export function isKnownLanguage(name: string): boolean {
  const language = languageNamed(name);
  return language !== undefined && NAMES.of(language) !== undefined;
}
