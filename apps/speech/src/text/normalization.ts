import { pluralRules } from './numbers/formats.js';
import { expandAbbreviation, type WordContext } from './words/abbreviations.js';
import {
  currencyInWords,
  dateInWords,
  timeInWords,
  unitInWords,
} from './numbers/numbers-in-words.js';
import { areaInWords, inchesInWords } from './numbers/areas.js';
import { fractionInWords } from './numbers/fractions.js';
import { largeAmountInWords } from './numbers/large-amounts.js';
import { romanInWords } from './numbers/roman-numerals.js';
import type { SayAs } from './words/style.js';
import { digitByDigit, telephoneInWords, yearInWords } from './numbers/years-and-telephones.js';

export interface NormalizationContext extends WordContext {
  /** BCP 47 tag of what is said, for `Intl`. */
  readonly locale: string;
  /** Whether a full stop follows the word. */
  readonly hasStop: boolean;
}

/** What to say for a word, and whether the full stop after it belonged to it. */
export interface Said {
  readonly text: string;
  readonly tookStop: boolean;
}

type Rule = (word: string, context: NormalizationContext) => string | undefined;

/** Each knows one way of writing; the first that recognises the word decides. */
const RULES: readonly Rule[] = [
  (word, context) => largeAmountInWords(word, context),
  (word, { locale }) => currencyInWords(word, locale),
  (word, { locale }) => dateInWords(word, locale),
  (word, { language }) => timeInWords(word, language),
  (word, { language, previous }) => fractionInWords(word, language, previous),
  (word, context) => areaInWords(word, context),
  (word, { locale, before = [] }) => inchesInWords(word, { locale, before }),
  (word, { locale, previous, next }) => unitInWords(word, { locale, previous, next }),
  (word, { before = [], ...context }) => telephoneInWords(word, { ...context, before }),
  (word, { before = [], ...context }) => yearInWords(word, { ...context, before }),
  (word, context) => romanInWords(word, context),
  (word, { language }) => COMPARISONS[word]?.[language],
];

/** Signs that no engine says: their marks would have no length. */
const COMPARISONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '<': {
    de: 'kleiner als',
    en: 'less than',
    es: 'menor que',
    fr: 'inférieur à',
    it: 'minore di',
    nl: 'kleiner dan',
    pt: 'menor que',
  },
  '>': {
    de: 'größer als',
    en: 'greater than',
    es: 'mayor que',
    fr: 'supérieur à',
    it: 'maggiore di',
    nl: 'groter dan',
    pt: 'maior que',
  },
};

/**
 * What an engine is to say for a word as it is written: abbreviations, currency, dates, times and units in full.
 * Plain numbers are left to the engine, which knows them in its languages.
 */
export function normalizeWord(word: string, context: NormalizationContext): Said {
  if (context.hasStop) {
    const full = expandAbbreviation(word, context);
    if (full !== undefined) return { text: full, tookStop: true };
  }
  for (const rule of RULES) {
    const text = rule(word, context);
    if (text !== undefined) return { text, tookStop: false };
  }
  return { text: word, tookStop: false };
}

/** Each character a word of its own; graphemes, so that accents stay with their letters. */
function spelled(text: string, locale: string): string {
  return Array.from(
    new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(text),
    (s) => s.segment,
  )
    .filter((character) => character.trim() !== '')
    .join(', ');
}

type Reading = (written: string, locale: string, format?: string) => string | undefined;

const READINGS: Readonly<Record<string, Reading>> = {
  characters: spelled,
  'spell-out': spelled,
  verbatim: spelled,
  digits: digitByDigit,
  telephone: digitByDigit,
  ordinal,
  date: dateInWords,
  time: (written, locale) => timeInWords(written, primary(locale)),
  currency: currencyInWords,
  unit: (written, locale) => unitInWords(written, { locale, previous: '', next: '' }),
};

/**
 * What the content of `<say-as>` is said as (W3C note "SSML 1.0 say-as attribute values"). What does not look as it
 * is said to be is said as it is written, and so are numbers, which engines read as such.
 */
export function sayAsInWords(text: string, { interpretAs, format }: SayAs, locale: string): string {
  const written = text.trim();
  return READINGS[interpretAs]?.(written, locale, format) ?? written;
}

/** English has its own endings; elsewhere a full stop after the number marks it. */
function ordinal(text: string, locale: string): string {
  if (!/^\d+$/.test(text)) return text;
  if (primary(locale) !== 'en') return `${text}.`;
  const suffix = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
  const rule = pluralRules('en', { type: 'ordinal' }).select(Number(text));
  return `${text}${suffix[rule]}`;
}

const primary = (locale: string): string => locale.split('-')[0] ?? locale;
