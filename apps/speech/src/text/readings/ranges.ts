import type { Place } from './place.js';
import type { Range, Reading } from './reading.js';
import { areYears } from './years.js';

type Classify = (word: string, place: Place) => Reading | undefined;

/** A hyphen makes a range of two numbers only if the second is greater: `3-2` is a score, `24-7` a name. */
const HYPHENED = /^(\D?\d+(?:[.,]\d+)?)-(\D?\d+(?:[.,]\d+)?\D*)$/u;
const DASHED = /^([^\s–]+)–([^\s–]+)$/u;
const SYMBOL = /^[$€£¥₹]/u;

export function classifyRange(word: string, place: Place, classify: Classify): Range | undefined {
  const { spoken } = place;
  const ends = spoken.to === undefined ? undefined : endsOf(word);
  if (ends === undefined) return undefined;
  const named = namedEnds(ends, spoken.calendar);
  if (named !== undefined) return { kind: 'range', ...named, readings: [undefined, undefined] };
  if (!ends.every(isCounted) && !ends.every(isLetter)) return undefined;
  const [from, to] = ends;
  return { kind: 'range', from, to, readings: readingsOf(from, to, { place, classify }) };
}

/** Days and months in full. */
function namedEnds(
  [first, last]: readonly [string, string],
  calendar: Readonly<Record<string, string>> = {},
): { readonly from: string; readonly to: string } | undefined {
  const from = namedIn(calendar, first);
  const to = namedIn(calendar, last);
  return from === undefined || to === undefined ? undefined : { from, to };
}

function endsOf(word: string): readonly [string, string] | undefined {
  const [, from, to] = DASHED.exec(word) ?? ascending(word) ?? [];
  return from === undefined || to === undefined ? undefined : [from, to];
}

function ascending(word: string): RegExpExecArray | undefined {
  const match = HYPHENED.exec(word);
  const [, from = '', to = ''] = match ?? [];
  const value = (end: string): number =>
    Number.parseFloat(end.replace(/^\D/u, '').replace(',', '.'));
  return match !== null && value(from) < value(to) ? match : undefined;
}

const namedIn = (names: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(names, word.toLowerCase()) ? names[word.toLowerCase()] : undefined;

const isCounted = (end: string): boolean => /^\D?\d/u.test(end);
const isLetter = (end: string): boolean => /^\p{Lu}$/u.test(end);

/** A currency before the first number is that of the second, and is said there. */
function readingsOf(
  from: string,
  to: string,
  { place, classify }: { place: Place; classify: Classify },
): Range['readings'] {
  const inside = { ...place, previous: '', before: [] };
  if (areYears(from, to)) {
    const year = (digits: string): Reading => ({ kind: 'year', digits });
    return [year(from), to.length === 4 ? year(to) : undefined];
  }
  const [symbol] = SYMBOL.exec(from) ?? [];
  const isSharedCurrency = symbol !== undefined && !SYMBOL.test(to);
  if (isSharedCurrency)
    return [
      { kind: 'amount-before-scale', number: from.slice(1) },
      classify(`${symbol}${to}`, inside),
    ];
  return [classify(from, inside), classify(to, inside)];
}

/** "40 to 60 degrees Celsius". */
export function sayRange(
  { from, to, readings }: Range,
  place: Place,
  say: (reading: Reading, place: Place) => string | undefined,
): string {
  const inside = { ...place, previous: '' };
  const [first, last] = readings;
  const begin = first === undefined ? from : (say(first, inside) ?? from);
  const end = last === undefined ? to : (say(last, inside) ?? to);
  return `${begin} ${place.spoken.to} ${end}`;
}
