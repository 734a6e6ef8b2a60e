import { baseLanguage, type LanguageTag } from '../languages/language.js';
import type { Rendering, CalendarLanguages } from './calendar.js';

/** Measures whose names mean nothing else: a pound may be money, a second a place, a foot one of two. */
const UNITS = [
  ...['kilometer', 'meter', 'centimeter', 'millimeter', 'mile', 'inch', 'kilometer-per-hour'],
  ...['mile-per-hour', 'kilogram', 'gram', 'liter', 'milliliter', 'gallon', 'hectare', 'acre'],
  ...['celsius', 'fahrenheit', 'millisecond', 'microsecond'],
  ...['bit', 'byte', 'kilobit', 'kilobyte', 'megabit', 'megabyte', 'gigabit', 'gigabyte'],
  ...['terabit', 'terabyte', 'petabyte'],
] as const;

/** With them a unit has each of its forms in any language. */
const NUMBERS = [0, 1, 2, 3, 5, 10, 11, 20, 100, 1.5] as const;

/** Languages whose usual spelling has another one beside it. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = { en: ['en-US', 'en-GB'] };

const NUMBER_PARTS: ReadonlySet<string> = new Set(['integer', 'decimal', 'fraction', 'group']);

interface SourceUnits {
  readonly unitOf: ReadonlyMap<string, string>;
  readonly pattern: RegExp;
}

const sourceUnits = new Map<string, SourceUnits | undefined>();

/**
 * Measures behind a number (`5 kilometers`), with the name, the form and the order that CLDR has for the target. The
 * number stays as it is written.
 *
 * @returns ranges from left to right, none overlapping another
 */
export function unitsIn(text: string, { source, target }: CalendarLanguages): readonly Rendering[] {
  const units = /\d/.test(text) && isKnown(target) ? unitsOf(baseLanguage(source)) : undefined;
  if (units === undefined) return [];
  return [...text.matchAll(units.pattern)].flatMap(
    ({ 0: found, 1: number = '', 2: name = '', index }) => {
      const unit = units.unitOf.get(name);
      if (unit === undefined) return [];
      return [{ start: index, end: index + found.length, target: written(number, unit, target) }];
    },
  );
}

function written(number: string, unit: string, target: LanguageTag): string {
  const parts = formatOf(target, unit).formatToParts(Number(number.replace(',', '.')));
  const first = parts.findIndex(({ type }) => NUMBER_PARTS.has(type));
  return parts
    .map(({ type, value }, at) => {
      if (!NUMBER_PARTS.has(type)) return value;
      return at === first ? number : '';
    })
    .join('');
}

const formats = new Map<string, Intl.NumberFormat>();

/** One is made in half a millisecond, and there are no more of them than languages and units. */
function formatOf(language: string, unit: string): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      ...{ style: 'unit', unit, unitDisplay: 'long' },
      ...{ numberingSystem: 'latn', useGrouping: false, maximumFractionDigits: 9 },
    });
  formats.set(key, format);
  return format;
}

function unitsOf(language: LanguageTag): SourceUnits | undefined {
  if (!sourceUnits.has(language)) sourceUnits.set(language, readUnits(language));
  return sourceUnits.get(language);
}

/** @returns undefined for a language that the runtime does not know */
function readUnits(language: LanguageTag): SourceUnits | undefined {
  if (!isKnown(language)) return undefined;
  const unitOf = new Map<string, string>();
  for (const spelling of SPELLINGS[language] ?? [language]) {
    for (const unit of UNITS) {
      for (const name of namesOf(spelling, unit)) unitOf.set(name, unit);
    }
  }
  if (unitOf.size === 0) return undefined;
  // The longest first: `kilometers per hour` is no `kilometers`.
  const names = [...unitOf.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const decimal = new Intl.NumberFormat(language).format(1.5).charAt(1);
  const number = String.raw`\d{1,9}(?:${escaped(decimal)}\d{1,9})?`;
  return {
    unitOf,
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}.,/])(${number})\s(${names.join('|')})(?![\p{L}\p{N}])`,
      'gu',
    ),
  };
}

/** What stands behind the number, where that comes first. */
function namesOf(language: string, unit: string): readonly string[] {
  return NUMBERS.flatMap((number) => {
    const text = formatOf(language, unit).format(number);
    const [, name] = /^[\d.,]+\s(\p{L}[^\d]*)$/u.exec(text) ?? [];
    return name === undefined ? [] : [name];
  });
}

const known = new Map<LanguageTag, boolean>();

/** Reading CLDR takes long, and each text with a digit asks. One entry for each language of a pair. */
function isKnown(language: LanguageTag): boolean {
  const isSupported =
    known.get(language) ?? Intl.NumberFormat.supportedLocalesOf([language]).length > 0;
  known.set(language, isSupported);
  return isSupported;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
