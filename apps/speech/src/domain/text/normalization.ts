import { expandAbbreviation, type WordContext } from './abbreviations.js';
import { currencyInWords, dateInWords, timeInWords, unitInWords } from './numbers-in-words.js';
import type { SayAs } from './style.js';

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
  (word, { locale }) => currencyInWords(word, locale),
  (word, { locale }) => dateInWords(word, locale),
  (word, { language }) => timeInWords(word, language),
  (word, { locale, previous, next }) => unitInWords(word, { locale, previous, next }),
];

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
const spelled = (text: string, locale: string): string =>
  Array.from(
    new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(text),
    (s) => s.segment,
  )
    .filter((character) => character.trim() !== '')
    .join(', ');

const digitByDigit = (text: string): string =>
  text.replace(/\D+/g, ', ').replace(/\d(?=\d)/g, '$& ');

/**
 * What the content of `<say-as>` is said as (W3C note "SSML 1.0 say-as attribute values"). What does not look as it
 * is said to be is said as it is written.
 */
export function sayAsInWords(text: string, sayAs: SayAs, locale: string): string {
  const written = text.trim();
  switch (sayAs.interpretAs) {
    case 'characters':
    case 'spell-out':
    case 'verbatim':
      return spelled(written, locale);
    case 'digits':
    case 'telephone':
      return digitByDigit(written).replace(/^, |, $/g, '');
    case 'ordinal':
      return ordinal(written, locale);
    case 'date':
      return dateInWords(written, locale, sayAs.format) ?? written;
    case 'time':
      return timeInWords(written, primary(locale)) ?? written;
    case 'currency':
      return currencyInWords(written, locale) ?? written;
    case 'unit':
      return unitInWords(written, { locale, previous: '', next: '' }) ?? written;
    default:
      return written; // cardinal and number: engines read numbers as such
  }
}

/** English has its own endings; elsewhere a full stop after the number marks it. */
function ordinal(text: string, locale: string): string {
  if (!/^\d+$/.test(text)) return text;
  if (primary(locale) !== 'en') return `${text}.`;
  const suffix = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(Number(text));
  return `${text}${suffix[rule]}`;
}

const primary = (locale: string): string => locale.split('-')[0] ?? locale;
