import { LRUCache } from 'lru-cache';

/** Locales come from callers, who may think of any number of them. */
const REMEMBERED = 500;

const numbers = new LRUCache<string, Intl.NumberFormat>({ max: REMEMBERED });
const plurals = new LRUCache<string, Intl.PluralRules>({ max: REMEMBERED });
const dates = new LRUCache<string, Intl.DateTimeFormat>({ max: REMEMBERED });

/** To make one costs a hundred times as much as to use it, and a text may have thousands of amounts. */
export const numberFormat = (
  locale: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat =>
  remembered(numbers, keyOf(locale, options), () => new Intl.NumberFormat(locale, options));

export const pluralRules = (
  locale: string,
  options: Intl.PluralRulesOptions = {},
): Intl.PluralRules =>
  remembered(plurals, keyOf(locale, options), () => new Intl.PluralRules(locale, options));

export const dateFormat = (
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat =>
  remembered(dates, keyOf(locale, options), () => new Intl.DateTimeFormat(locale, options));

const keyOf = (locale: string, options: object): string => `${locale} ${JSON.stringify(options)}`;

function remembered<T extends object>(cache: LRUCache<string, T>, key: string, make: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
