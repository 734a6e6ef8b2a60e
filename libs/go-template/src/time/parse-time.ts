import { toBytes } from '../values/go-string.js';
import { parseLayout, type LayoutPart } from './layout.js';
import { daysIn, MONTHS, WEEKDAYS, type Moment } from './moment.js';

/** What has been read so far. */
interface Draft {
  year: number;
  month: number;
  day: number;
  yearDay: number;
  hour: number;
  minute: number;
  second: number;
  nanosecond: number;
  offsetSeconds: number;
  zone: string | undefined;
  isPm: boolean | undefined;
}

/** The rest of the value behind an element; a string names the field that is out of range. */
type Reading = { readonly rest: string; readonly outOfRange?: string } | undefined;
type Reader = (draft: Draft, value: string) => Reading;

/**
 * As Go's `time.Parse`; without a zone the time is UTC.
 *
 * @throws {Error} with Go's text
 */
export function parseTime(layout: string, value: string): Moment {
  const draft: Draft = {
    year: 0,
    month: 1,
    day: 1,
    yearDay: 0,
    hour: 0,
    minute: 0,
    second: 0,
    nanosecond: 0,
    offsetSeconds: 0,
    zone: undefined,
    isPm: undefined,
  };
  const parts = parseLayout(layout);
  let rest = value;
  parts.forEach((part, index) => {
    const read = readPart(draft, part, { rest, next: parts[index + 1] });
    if (read === undefined) {
      const name = 'literal' in part ? part.literal : part.element;
      const what = `cannot parse ${goQuote(failedAt(part, rest))} as ${goQuote(name)}`;
      throw new Error(`parsing time ${goQuote(value)} as ${goQuote(layout)}: ${what}`);
    }
    if (read.outOfRange !== undefined) throw outOfRange(value, read.outOfRange);
    rest = read.rest;
  });
  if (rest !== '') throw new Error(`parsing time ${goQuote(value)}: extra text: ${goQuote(rest)}`);
  return finish(draft, value);
}

function finish(draft: Draft, value: string): Moment {
  const { year, yearDay, isPm, hour, zone, ...others } = draft;
  const date = yearDay > 0 ? fromYearDay(year, yearDay) : { month: draft.month, day: draft.day };
  if (date.day < 1 || date.day > daysIn(date.month, year)) throw outOfRange(value, 'day');
  return { ...others, ...date, year, hour: hourOf(hour, isPm), zone: zone ?? 'UTC' };
}

function fromYearDay(year: number, yearDay: number): { month: number; day: number } {
  const date = new Date(Date.UTC(2000 + (year % 400), 0, yearDay));
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function hourOf(hour: number, isPm: boolean | undefined): number {
  if (isPm === true && hour < 12) return hour + 12;
  return isPm === false && hour === 12 ? 0 : hour;
}

function outOfRange(value: string, field: string): Error {
  return new Error(`parsing time ${goQuote(value)}: ${field} out of range`);
}

interface Context {
  readonly rest: string;
  readonly next: LayoutPart | undefined;
}

function readPart(draft: Draft, part: LayoutPart, { rest, next }: Context): Reading {
  if ('literal' in part) {
    const skipped = skipLiteral(part.literal, rest);
    return skipped.isWhole ? skipped : undefined;
  }
  const { element } = part;
  const reader = READERS[element] ?? otherReader(element);
  const reading = reader(draft, rest);
  const isSecond = element === '05' || element === '5';
  if (reading === undefined || !isSecond) return reading;
  return isFraction(next) ? reading : { ...reading, rest: readFraction(draft, reading.rest) };
}

function failedAt(part: LayoutPart, value: string): string {
  return 'literal' in part ? skipLiteral(part.literal, value).rest : value;
}

/** Any number of blanks stands for any number of blanks. */
function skipLiteral(literal: string, value: string): { rest: string; isWhole: boolean } {
  let rest = value;
  for (let index = 0; index < literal.length; index += 1) {
    if (literal.charAt(index) === ' ') {
      if (rest !== '' && !rest.startsWith(' ')) return { rest, isWhole: false };
      while (literal.charAt(index + 1) === ' ') index += 1;
      rest = rest.replace(/^ +/, '');
    } else {
      if (!rest.startsWith(literal.charAt(index))) return { rest, isWhole: false };
      rest = rest.slice(1);
    }
  }
  return { rest, isWhole: true };
}

/** A number of two digits, or of one or two, between two bounds. */
function number(
  field: 'month' | 'day' | 'hour' | 'minute' | 'second',
  pattern: RegExp,
  [least, most]: readonly [number, number],
): Reader {
  return (draft, value) => {
    const match = pattern.exec(value);
    const digits = match?.[1];
    if (match === null || digits === undefined) return undefined;
    draft[field] = Number(digits);
    const rest = value.slice(match[0].length);
    return draft[field] < least || draft[field] > most ? { rest, outOfRange: field } : { rest };
  };
}

function name(
  names: readonly string[],
  length: number,
  set: (draft: Draft, index: number) => void,
): Reader {
  return (draft, value) => {
    const index = names.findIndex((full) => {
      const wanted = full.slice(0, length).toLowerCase();
      return value.slice(0, wanted.length).toLowerCase() === wanted;
    });
    const found = names[index];
    if (found === undefined) return undefined;
    set(draft, index);
    return { rest: value.slice(found.slice(0, length).length) };
  };
}

const FIXED = /^(\d\d)/;
const FREE = /^(\d{1,2})/;
const setMonth = (draft: Draft, index: number) => {
  draft.month = index + 1;
};
const ignore = () => undefined;

const READERS: Partial<Record<string, Reader>> = {
  January: name(MONTHS, 20, setMonth),
  Jan: name(MONTHS, 3, setMonth),
  Monday: name(WEEKDAYS, 20, ignore),
  Mon: name(WEEKDAYS, 3, ignore),
  '1': number('month', FREE, [1, 12]),
  '01': number('month', FIXED, [1, 12]),
  '2': number('day', FREE, [0, 99]),
  _2: number('day', /^ ?(\d{1,2})/, [0, 99]),
  '02': number('day', FIXED, [0, 99]),
  '15': number('hour', FREE, [0, 23]),
  '3': number('hour', FREE, [0, 12]),
  '03': number('hour', FIXED, [0, 12]),
  '4': number('minute', FREE, [0, 59]),
  '04': number('minute', FIXED, [0, 59]),
  '5': number('second', FREE, [0, 59]),
  '05': number('second', FIXED, [0, 59]),
  '2006': (draft, value) => {
    if (!/^\d{4}/.test(value)) return undefined;
    draft.year = Number(value.slice(0, 4));
    return { rest: value.slice(4) };
  },
  '06': (draft, value) => {
    if (!/^\d\d/.test(value)) return undefined;
    const year = Number(value.slice(0, 2));
    draft.year = year >= 69 ? 1900 + year : 2000 + year;
    return { rest: value.slice(2) };
  },
  PM: (draft, value) => readHalf(draft, value, ['AM', 'PM']),
  pm: (draft, value) => readHalf(draft, value, ['am', 'pm']),
  MST: (draft, value) => {
    const zone = /^(?:UTC|[A-Z]{3,4}(?![A-Z]))/.exec(value)?.[0];
    if (zone === undefined) return undefined;
    draft.zone = zone;
    return { rest: value.slice(zone.length) };
  },
  '002': (draft, value) => readYearDay(draft, value, /^\d{3}/),
  __2: (draft, value) => readYearDay(draft, value, /^[ \d]{2}\d/),
};

function readHalf(draft: Draft, value: string, [am, pm]: readonly [string, string]): Reading {
  const half = value.slice(0, 2);
  if (half !== am && half !== pm) return undefined;
  draft.isPm = half === pm;
  return { rest: value.slice(2) };
}

function readYearDay(draft: Draft, value: string, pattern: RegExp): Reading {
  const digits = pattern.exec(value)?.[0];
  if (digits === undefined) return undefined;
  draft.yearDay = Number(digits);
  return { rest: value.slice(digits.length) };
}

function otherReader(element: string): Reader {
  if (/^[.,]/.test(element)) return fractionReader(element);
  return (draft, value) => readOffset(draft, value, element);
}

function isFraction(part: LayoutPart | undefined): boolean {
  return part !== undefined && 'element' in part && /^[.,]/.test(part.element);
}

/** A fraction may follow the seconds even if the layout has none. */
function readFraction(draft: Draft, value: string): string {
  const digits = /^[.,](\d+)/.exec(value)?.[1];
  if (digits === undefined) return value;
  draft.nanosecond = nanoseconds(digits);
  return value.slice(digits.length + 1);
}

function fractionReader(element: string): Reader {
  if (element.charAt(1) === '9') return (draft, value) => ({ rest: readFraction(draft, value) });
  return (draft, value) => {
    const digits = value.slice(1, element.length);
    const isFound =
      /^[.,]/.test(value) && /^\d+$/.test(digits) && digits.length === element.length - 1;
    if (!isFound) return undefined;
    draft.nanosecond = nanoseconds(digits);
    return { rest: value.slice(element.length) };
  };
}

function nanoseconds(digits: string): number {
  return Number(digits.slice(0, 9).padEnd(9, '0'));
}

function readOffset(draft: Draft, value: string, element: string): Reading {
  if (element.startsWith('Z') && value.startsWith('Z')) {
    draft.zone = 'UTC';
    return { rest: value.slice(1) };
  }
  const shape = element.slice(1).replace(/\d\d/g, '(\\d\\d)');
  const match = new RegExp(`^([-+])${shape}`).exec(value);
  if (match === null) return undefined;
  const [whole, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const rest = value.slice(whole.length);
  const outOfRange = offsetFault(Number(hours), Number(minutes));
  if (outOfRange !== undefined) return { rest, outOfRange };
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  draft.offsetSeconds = sign === '-' ? -total : total;
  draft.zone = total === 0 ? 'UTC' : '';
  return { rest };
}

function offsetFault(hours: number, minutes: number): string | undefined {
  if (hours > 24) return 'time zone offset hour';
  return minutes > 60 ? 'time zone offset minute' : undefined;
}

/** Package time has a quoting of its own: bytes outside ASCII as \x. */
function goQuote(text: string): string {
  let quoted = '"';
  for (const byte of toBytes(text)) {
    const char = String.fromCharCode(byte);
    if (byte >= 0x80 || byte < 0x20) quoted += `\\x${byte.toString(16).padStart(2, '0')}`;
    else quoted += char === '"' || char === '\\' ? `\\${char}` : char;
  }
  return `${quoted}"`;
}
