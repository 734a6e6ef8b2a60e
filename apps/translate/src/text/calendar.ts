import { baseLanguage, type LanguageTag } from '../languages/language.js';
import type { TextRange } from './untranslatable.js';

/** A date or a time of a text, as the other language writes it. */
export interface Rendering extends TextRange {
  readonly target: string;
}

export interface CalendarLanguages {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

type Width = 'long' | 'short';

interface SourceDates {
  /** Month by name in small letters. */
  readonly months: ReadonlyMap<string, { readonly month: number; readonly width: Width }>;
  readonly pattern: RegExp;
}

/** Texts without any digit hold no date. */
const DIGIT = /\d/;

/** What stands before a date: `on 5 January`, `el 5 de enero`. CLDR has none of them. */
const BEFORE_DATES: Readonly<Record<string, string>> = {
  ...{ ca: 'el', de: 'am', en: 'on', es: 'el', fr: 'le', gl: 'o', it: 'il', pt: 'em' },
};

/** Elsewhere `am` may be a word: `um 8 am Bahnhof`. */
const HAVE_AM_AND_PM: ReadonlySet<string> = new Set(['ca', 'en', 'es', 'gl']);

/** Years and digits stay what they are, whatever the target counts and writes them by. */
const AS_IN_THE_SOURCE = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const;

const sourceDates = new Map<string, SourceDates | undefined>();

/**
 * Dates with the name of a month, and hours with a part of the day, in the order and with the words of the target as CLDR
 * has them: rules translate them word by word. Digits stay the same.
 *
 * @returns ranges from left to right, none overlapping another
 */
export function calendarIn(text: string, languages: CalendarLanguages): readonly Rendering[] {
  if (!DIGIT.test(text)) return [];
  return [...datesIn(text, languages), ...timesIn(text, languages)].toSorted(
    (a, b) => a.start - b.start,
  );
}

function datesIn(text: string, { source, target }: CalendarLanguages): readonly Rendering[] {
  const dates = datesOf(source);
  if (dates === undefined) return [];
  return [...text.matchAll(dates.pattern)].flatMap((match) => {
    const date = dateOf(match.groups ?? {}, dates);
    return date === undefined ? [] : [dateRendering(match, date, target)];
  });
}

interface WrittenDate {
  readonly before: string;
  readonly day: number;
  readonly month: number;
  readonly width: Width;
  readonly year: string | undefined;
}

function dateOf(
  groups: Readonly<Record<string, string | undefined>>,
  { months }: SourceDates,
): WrittenDate | undefined {
  const { before = '', month, day, monthFirst, dayAfter, year } = groups;
  const name = months.get((month ?? monthFirst ?? '').toLowerCase());
  const number = Number(day ?? dayAfter);
  if (name === undefined || !isDate(number, name.month, year)) return undefined;
  return { ...name, before, day: number, year };
}

/** There is no 31 June, and a year of fewer digits would lose its zeros. */
function isDate(day: number, month: number, year: string | undefined): boolean {
  const date = dayOf({ day, month, year });
  return (
    date.getUTCDate() === day && date.getUTCMonth() === month && year?.startsWith('0') !== true
  );
}

/** In a leap year unless another one is told. */
const dayOf = ({ day, month, year = '2000' }: Pick<WrittenDate, 'day' | 'month' | 'year'>): Date =>
  new Date(Date.UTC(Number(year), month, day));

function dateRendering(match: RegExpExecArray, date: WrittenDate, target: LanguageTag): Rendering {
  const [found] = match;
  const article = BEFORE_DATES[baseLanguage(target)];
  // Without a word for it the one of the source is left to the engine.
  const start = match.index + (article === undefined ? date.before.length : 0);
  const lead = date.before === '' || article === undefined ? '' : `${article} `;
  // The full stop behind a name is that of an abbreviation only where a year follows.
  const end = match.index + found.length - (found.endsWith('.') ? 1 : 0);
  const first = found.charAt(start - match.index);
  return { start, end, target: inCaseOf(first, lead + formattedDate(target, date)) };
}

function datesOf(language: LanguageTag): SourceDates | undefined {
  const key = baseLanguage(language);
  if (!sourceDates.has(key)) sourceDates.set(key, readDates(key));
  return sourceDates.get(key);
}

/** @returns undefined for a language whose months are written in digits, or that the runtime does not know */
function readDates(language: string): SourceDates | undefined {
  if (Intl.DateTimeFormat.supportedLocalesOf([language]).length === 0) return undefined;
  const months = new Map<string, { month: number; width: Width }>();
  const widths: readonly Width[] = ['short', 'long'];
  const named = widths.flatMap((width) =>
    Array.from({ length: 12 }, (_none, month) => ({ month, width })),
  );
  const names = new Set<string>();
  for (const { month, width } of named) {
    for (const name of monthNames(language, month, width)) {
      names.add(name);
      months.set(name.toLowerCase(), { month, width });
    }
  }
  if (names.size === 0) return undefined;
  const month = [...names].toSorted((a, b) => b.length - a.length).join('|');
  return { months, pattern: datePattern(month, BEFORE_DATES[language], language) };
}

/** In a date, and on its own: some languages have two forms. */
function monthNames(language: string, month: number, width: Width): readonly string[] {
  const date = new Date(Date.UTC(2026, month, 15));
  return [{ day: 'numeric' } as const, {}].flatMap((rest) =>
    new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC', ...rest })
      .formatToParts(date)
      .flatMap(({ type, value }) => (type === 'month' ? [value.replace(/\.$/, '')] : []))
      .filter((name) => /^\p{L}{3,}$/u.test(name)),
  );
}

function datePattern(month: string, before: string | undefined, language: string): RegExp {
  const lead = before === undefined ? '' : `(?<before>(?:${before}|${capitalised(before)})\\s+)?`;
  const year = String.raw`(?:(?:,\s*|\s+(?:de(?:l)?\s+)?)(?<year>\d{4})(?!\d))?`;
  const dayFirst = String.raw`(?<day>\d{1,2})(?:\.|º|st|nd|rd|th|er)?\s+(?:(?:de|of)\s+|d[’'])?(?<month>${month})(?!\p{L})\.?`;
  const monthFirst = String.raw`(?<monthFirst>${month})\.?\s+(?<dayAfter>\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\p{N}:.]\p{N}|\p{N})`;
  const either = language === 'en' ? `(?:${dayFirst}|${monthFirst})` : dayFirst;
  return new RegExp(`(?<![\\p{L}\\p{N}./-])${lead}${either}${year}(?![\\p{L}\\p{N}])`, 'gu');
}

function formattedDate(target: LanguageTag, date: WrittenDate): string {
  return new Intl.DateTimeFormat(target, {
    ...{ ...AS_IN_THE_SOURCE, day: 'numeric', month: date.width },
    ...(date.year === undefined ? {} : { year: 'numeric' }),
  }).format(dayOf(date));
}

const TIME =
  /(?<![\p{L}\p{N}:.,])(\d{1,2})(?::([0-5]\d))?\s?([ap])(?:\.\s?m\.?|m)(?![\p{L}\p{N}])/giu;

function timesIn(text: string, { source, target }: CalendarLanguages): readonly Rendering[] {
  if (!HAVE_AM_AND_PM.has(baseLanguage(source))) return [];
  return [...text.matchAll(TIME)].flatMap((match): Rendering[] => {
    const [written, hour = '', minute, part = ''] = match;
    if (Number(hour) < 1 || Number(hour) > 12) return [];
    const hours = (Number(hour) % 12) + (part.toLowerCase() === 'p' ? 12 : 0);
    const rendering = formattedTime(target, hours, minute);
    const end = match.index + written.length;
    // A last full stop that ends the sentence as well is not lost.
    const isLast = written.endsWith('.') && !rendering.endsWith('.') && end === text.length;
    return [{ start: match.index, end: isLast ? end - 1 : end, target: rendering }];
  });
}

const formattedTime = (target: LanguageTag, hours: number, minute: string | undefined): string =>
  new Intl.DateTimeFormat(target, {
    ...{ ...AS_IN_THE_SOURCE, hour: 'numeric', hourCycle: 'h12' },
    ...(minute === undefined ? {} : { minute: '2-digit' }),
  }).format(new Date(Date.UTC(2000, 0, 1, hours, Number(minute ?? 0))));

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const inCaseOf = (first: string, text: string): string =>
  /^\p{Lu}/u.test(first) ? capitalised(text) : text;
