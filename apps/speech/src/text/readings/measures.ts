import { numberFormat, pluralRules } from './formats.js';
import { amountOf, NUMBER, numberOf, type Place } from './place.js';

/** `5km`, or `km` after a number. */
export interface Measure {
  readonly kind: 'measure';
  /** As it is written before the unit, in the same word. */
  readonly attached: string | undefined;
  readonly amount: number;
  readonly unit: string;
}

/** `20m²`, or `m²` after a number. */
export interface Area {
  readonly kind: 'area';
  readonly attached: string | undefined;
  readonly amount: number;
  readonly unit: string;
  readonly isSquare: boolean;
}

/** `5'3"`, and `in` after `5 ft 3`. */
export interface FeetAndInches {
  readonly kind: 'feet-and-inches';
  readonly feet: number | undefined;
  readonly inches: number;
}

/** Written unit to the unit's name in CLDR. Single letters other than m, g and l mean too much else. */
const CLDR: Readonly<Record<string, string>> = {
  km: 'kilometer',
  m: 'meter',
  cm: 'centimeter',
  mm: 'millimeter',
  mi: 'mile',
  ft: 'foot',
  yd: 'yard',
  kg: 'kilogram',
  g: 'gram',
  lb: 'pound',
  lbs: 'pound',
  oz: 'ounce',
  l: 'liter',
  L: 'liter',
  ml: 'milliliter',
  mL: 'milliliter',
  gal: 'gallon',
  mph: 'mile-per-hour',
  '°C': 'celsius',
  '°F': 'fahrenheit',
  '℃': 'celsius',
  '℉': 'fahrenheit',
  '°': 'degree',
  kB: 'kilobyte',
  KB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  PB: 'petabyte',
  Mb: 'megabit',
  Gb: 'gigabit',
  ns: 'nanosecond',
  µs: 'microsecond',
  μs: 'microsecond',
  ms: 'millisecond',
  sec: 'second',
  min: 'minute',
  h: 'hour',
  ha: 'hectare',
};
/** After a slash only: alone they mean too much else. */
const DIVISORS: Readonly<Record<string, string>> = { ...CLDR, s: 'second', d: 'day' };
/** Only after a number and a space: `5s` is "fives" in some places. */
const SPACED: Readonly<Record<string, string>> = { s: 'second' };

const WITH_UNIT = new RegExp(`^(${NUMBER})([°℃℉µμΩ]?[\\p{L}Ω]*(?:/[\\p{L}]+)?)$`, 'u');

export function classifyMeasure(word: string, place: Place): Measure | undefined {
  const [, attached, written = ''] = WITH_UNIT.exec(word) ?? [];
  if (attached !== undefined && written !== '') {
    return measureOf(written, { attached, number: attached, place });
  }
  const number = numberOf(place.previous);
  // "5 W 34th Street" is no power.
  const isName = /^[A-Z]$/.test(word) && /^[\p{Lu}\d]/u.test(place.next);
  if (number === undefined || isName) return undefined;
  return measureOf(word, { attached: undefined, number, place });
}

function measureOf(
  unit: string,
  { attached, number, place }: { attached: string | undefined; number: string; place: Place },
): Measure | undefined {
  const isSpaced = attached === undefined && Object.hasOwn(SPACED, unit);
  if (!isSpaced && unitName(unit, 2, place) === undefined) return undefined;
  return { kind: 'measure', attached, amount: amountOf(number), unit };
}

export function sayMeasure({ attached, amount, unit }: Measure, place: Place): string | undefined {
  const name = unitName(unit, amount, place) ?? cldrName(SPACED[unit], amount, place);
  return attached === undefined || name === undefined ? name : `${attached} ${name}`;
}

/** The language's own name, CLDR's, or that of one unit by another. */
function unitName(unit: string, amount: number, place: Place): string | undefined {
  const { units } = place.spoken;
  if (units !== undefined && Object.hasOwn(units, unit)) {
    const [one, other] = units[unit] ?? ['', ''];
    return pluralRules(place.locale).select(amount) === 'one' ? one : other;
  }
  if (Object.hasOwn(CLDR, unit)) return cldrName(CLDR[unit], amount, place);
  const [over = '', under] = unit.split('/');
  return under === undefined ? undefined : quotientName({ over, under }, amount, place);
}

/** `km/h` has a name of its own in CLDR; `mg/l` is put together. */
function quotientName(
  { over, under }: { over: string; under: string },
  amount: number,
  place: Place,
): string | undefined {
  const divisor = Object.hasOwn(DIVISORS, under) ? DIVISORS[under] : undefined;
  if (divisor !== undefined && Object.hasOwn(CLDR, over)) {
    return cldrName(`${CLDR[over]}-per-${divisor}`, amount, place);
  }
  const name = unitName(over, amount, place);
  const of = cldrName(divisor, 1, place) ?? unitName(under, 1, place);
  const { per } = place.spoken;
  if (name === undefined || of === undefined || per === undefined) return undefined;
  return `${name} ${per} ${of}`;
}

function cldrName(unit: string | undefined, amount: number, { locale }: Place): string | undefined {
  if (unit === undefined) return undefined;
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(amount)
    .find(({ type }) => type === 'unit')?.value;
}

const LENGTHS: Readonly<Record<string, string>> = {
  mm: 'millimeter',
  cm: 'centimeter',
  m: 'meter',
  km: 'kilometer',
  ft: 'foot',
  in: 'inch',
  mi: 'mile',
};
const POWER = /^([+-]?\d+(?:[.,]\d+)*)?(mm|cm|km|mi|ft|in|m)([²³])$/u;

export function classifyArea(word: string, { spoken, previous }: Place): Area | undefined {
  const [, attached, written = '', power] = POWER.exec(word) ?? [];
  const unit = LENGTHS[written];
  const number = attached ?? numberOf(previous);
  if (spoken.powers === undefined || unit === undefined || number === undefined) return undefined;
  const amount = Number(number.replace(',', '.'));
  return { kind: 'area', attached, amount, unit, isSquare: power === '²' };
}

/** "square meters". CLDR has no words for them that `Intl` gives: they are put to its words for lengths. */
export function sayArea(
  { attached, amount, unit, isSquare }: Area,
  place: Place,
): string | undefined {
  const name = cldrName(unit, amount, place);
  const { powers } = place.spoken;
  if (powers === undefined || name === undefined) return undefined;
  const category = pluralRules(place.locale).select(amount);
  const said = (isSquare ? powers.square : powers.cubic)(name, category);
  return attached === undefined ? said : `${attached} ${said}`;
}

const FEET_AND_INCHES = /^(\d+)[′'](\d+)(?:[″"]|'')?$/u;
const FEET = new Set(['ft', 'feet', 'foot', '′']);

export function classifyFeetAndInches(word: string, { before }: Place): FeetAndInches | undefined {
  const [, feet, inches] = FEET_AND_INCHES.exec(word) ?? [];
  if (feet !== undefined && inches !== undefined) {
    return { kind: 'feet-and-inches', feet: Number(feet), inches: Number(inches) };
  }
  const [number = '', unit = ''] = before;
  if (word !== 'in' || !/^\d+$/.test(number) || !FEET.has(unit)) return undefined;
  return { kind: 'feet-and-inches', feet: undefined, inches: Number(number) };
}

export function sayFeetAndInches(
  { feet, inches }: FeetAndInches,
  place: Place,
): string | undefined {
  if (feet === undefined) return cldrName('inch', inches, place);
  return `${feet} ${cldrName('foot', feet, place)} ${inches} ${cldrName('inch', inches, place)}`;
}
