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
  const { calendar = {} } = spoken;
  const [from = '', to = ''] = ends.map((end) => namedIn(calendar, end) ?? end);
  const isNamed = from !== ends[0] && to !== ends[1];
  if (!isNamed && !(isCounted(ends[0]) && isCounted(ends[1])) && !areLetters(ends)) return undefined;
  if (isNamed) return { kind: 'range', from, to, readings: [undefined, undefined] };
  return { kind: 'range', from, to, readings: readingsOf(from, to, { place, classify }) };
}

function endsOf(word: string): readonly [string, string] | undefined {
  const [, from, to] = DASHED.exec(word) ?? ascending(word) ?? [];
  return from === undefined || to === undefined ? undefined : [from, to];
}

function ascending(word: string): RegExpExecArray | undefined {
  const match = HYPHENED.exec(word);
  const [, from = '', to = ''] = match ?? [];
  const value = (end: string): number => Number.parseFloat(end.replace(/^\D/u, '').replace(',', '.'));
  return match !== null && value(from) < value(to) ? match : undefined;
}

const namedIn = (names: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(names, word.toLowerCase()) ? names[word.toLowerCase()] : undefined;

const isCounted = (end: string): boolean => /^\D?\d/u.test(end);
const areLetters = (ends: readonly [string, string]): boolean =>
  ends.every((end) => /^\p{Lu}$/u.test(end));

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
  if (isSharedCurrency) return [{ kind: 'amount-before-scale', number: from.slice(1) }, classify(`${symbol}${to}`, inside)];
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
