import type { Place } from './place.js';

/** Four digits that are a year: `in 1984`. */
export interface Year {
  readonly kind: 'year';
  readonly digits: string;
}

/** `1990s`, `90s`. */
export interface Decade {
  readonly kind: 'decade';
  readonly digits: string;
}

/** A year before 年: digit by digit. */
export interface ChineseYear {
  readonly kind: 'chinese-year';
  readonly digits: string;
}

const YEAR = /^(?:1[1-9]|20)\d\d$/;
const DECADE = /^((?:1[1-9]|20)\d0|[2-9]0)s$/;

export function classifyYear(word: string, place: Place): Year | Decade | ChineseYear | undefined {
  const { spoken, locale, next } = place;
  if (locale.startsWith('zh')) {
    const isYear = /^\d{4}$/.test(word) && next.startsWith('年');
    return isYear ? { kind: 'chinese-year', digits: word } : undefined;
  }
  const [, decade] = spoken.decade === undefined ? [] : (DECADE.exec(word) ?? []);
  if (decade !== undefined) return { kind: 'decade', digits: decade };
  return isYearHere(word, place) ? { kind: 'year', digits: word } : undefined;
}

function isYearHere(word: string, { spoken, previous, next, locale }: Place): boolean {
  if (!YEAR.test(word) || spoken.yearAfter?.has(previous.toLowerCase()) !== true) return false;
  if (spoken.year?.(word) === undefined) return false;
  // "in 1500 words": what is counted follows.
  return !(locale.startsWith('en') && /^\p{Ll}{3,}s$/u.test(next));
}

/** Whether both ends of a range are years: `1990–1995`, `1914–18`. */
export const areYears = (from: string, to: string): boolean =>
  YEAR.test(from) && (YEAR.test(to) || (/^\d\d$/.test(to) && to > from.slice(2)));

export const sayYear = ({ digits }: Year, { spoken }: Place): string =>
  spoken.year?.(digits) ?? digits;

export const sayDecade = ({ digits }: Decade, { spoken }: Place): string | undefined =>
  spoken.decade?.(digits);

const CHINESE_DIGITS = '〇一二三四五六七八九';

export const sayChineseYear = ({ digits }: ChineseYear): string =>
  Array.from(digits, (digit) => CHINESE_DIGITS[Number(digit)] ?? '').join('');
