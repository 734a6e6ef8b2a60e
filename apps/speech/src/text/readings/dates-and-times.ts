import type { TimeOfDay } from '../languages/spoken-language.js';
import { dateFormat } from './formats.js';
import type { Place } from './place.js';

export interface CalendarDate {
  readonly kind: 'date';
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface Clock extends TimeOfDay {
  readonly kind: 'time';
}

/** `am` after a number. */
export interface HalfOfDay {
  readonly kind: 'half-of-day';
  readonly said: string;
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const LONG_DATE = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/;
const SHORT_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{2})$/;
/** Of a year of two digits, by which it is of this century. */
const CENTURY_TURNS = 50;

/**
 * `2026-11-21`, and `11/21/2026` in the order of the locale (month first in the United States), unless `format` says
 * `mdy` or `dmy`. Where that makes no date, such as of `25/12/2024`, the other order is meant.
 */
export function classifyDate(
  word: string,
  locale: string,
  format?: string,
): CalendarDate | undefined {
  const [, isoYear, isoMonth, isoDay] = ISO_DATE.exec(word) ?? [];
  if (isoYear !== undefined) return dateOf(Number(isoYear), Number(isoMonth), Number(isoDay));
  const numbers = numbersOf(word);
  if (numbers === undefined) return undefined;
  const { first, second, year } = numbers;
  const monthFirst = dateOf(year, first, second);
  const dayFirst = dateOf(year, second, first);
  if (format === 'mdy') return monthFirst;
  if (format === 'dmy') return dayFirst;
  return /^en(-US)?$/.test(locale) ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
}

interface Numbers {
  readonly first: number;
  readonly second: number;
  readonly year: number;
}

function numbersOf(word: string): Numbers | undefined {
  const [, first, , second, year] = LONG_DATE.exec(word) ?? [];
  if (year !== undefined) {
    return { first: Number(first), second: Number(second), year: Number(year) };
  }
  const [, one, other, short] = SHORT_DATE.exec(word) ?? [];
  if (short === undefined) return undefined;
  return { first: Number(one), second: Number(other), year: yearOf(Number(short)) };
}

const yearOf = (twoDigits: number): number =>
  twoDigits < CENTURY_TURNS ? 2000 + twoDigits : 1900 + twoDigits;

function dateOf(year: number, month: number, day: number): CalendarDate | undefined {
  const date = utc(year, month, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { kind: 'date', year, month, day };
}

function utc(year: number, month: number, day: number): Date {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return date;
}

/** "November 21, 20 26", in the words of the locale. */
export function sayDate({ year, month, day }: CalendarDate, { locale, spoken }: Place): string {
  const isSaid = year >= 1100 && year < 2100;
  const saidYear = isSaid ? spoken.year?.(String(year)) : undefined;
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
    .formatToParts(utc(year, month, day))
    .map(({ type, value }) => (type === 'year' ? (saidYear ?? value) : value))
    .join('');
}

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?([ap]m)?$/i;
const HOUR = /^(1[0-2]|[1-9])([ap]m)$/i;
/** As French, Spanish and Portuguese write it. */
const WITH_H = /^([01]?\d|2[0-3])h([0-5]\d)$/;

/** Where the language has a way to say it: others are left to the engine. */
export function classifyTime(word: string, { spoken, next }: Place): Clock | undefined {
  // "14:05 Uhr" is said as it is written.
  if (spoken.time === undefined || next === 'Uhr') return undefined;
  const hasHalves = spoken.halves !== undefined;
  const [, hour, halfOfHour] = hasHalves ? (HOUR.exec(word) ?? []) : [];
  if (hour !== undefined) {
    return { kind: 'time', hours: Number(hour), minutes: 0, half: halfOf(halfOfHour) };
  }
  return clockOf(TIME.exec(word) ?? (hasHalves ? null : WITH_H.exec(word)));
}

function clockOf(match: RegExpExecArray | null): Clock | undefined {
  const [, hours, minutes, seconds, half] = match ?? [];
  if (hours === undefined) return undefined;
  return {
    kind: 'time',
    hours: Number(hours),
    minutes: Number(minutes),
    seconds: seconds === undefined ? undefined : Number(seconds),
    half: halfOf(half),
  };
}

function halfOf(written: string | undefined): Clock['half'] {
  if (written === undefined) return undefined;
  return written.toLowerCase() === 'am' ? 'am' : 'pm';
}

export const sayTime = (time: Clock, { spoken }: Place): string | undefined => spoken.time?.(time);

export function classifyHalfOfDay(
  word: string,
  { spoken, previous }: Place,
): HalfOfDay | undefined {
  const { halves = {} } = spoken;
  if (!Object.hasOwn(halves, word) || !/^\d{1,2}(?::\d\d)?$/.test(previous)) return undefined;
  return { kind: 'half-of-day', said: halves[word] ?? word };
}
