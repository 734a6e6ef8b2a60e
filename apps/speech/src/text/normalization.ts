import { ordinalEnding } from './languages/english.js';
import { primaryLanguage, spokenLanguage } from './languages/spoken-languages.js';
import { classify } from './readings/classify.js';
import { classifyDate, classifyTime, sayDate, sayTime } from './readings/dates-and-times.js';
import { classifyFraction, sayFraction } from './readings/fractions.js';
import { classifyMeasure, sayMeasure } from './readings/measures.js';
import { classifyMoney, sayMoney } from './readings/money.js';
import type { Place } from './readings/place.js';
import { digitByDigit } from './readings/telephones.js';
import { verbalize } from './readings/verbalize.js';
import { expandAbbreviation, goesOnAfter } from './words/abbreviations.js';
import type { SayAs } from './words/style.js';

export interface NormalizationContext extends Omit<Place, 'spoken'> {
  /** Whether a full stop follows the word. */
  readonly hasStop: boolean;
}

/** What to say for a word, and whether the full stop after it belonged to it. */
export interface Said {
  readonly text: string;
  readonly tookStop: boolean;
}

/**
 * What an engine is to say for a word as it is written: abbreviations, currency, dates, times and units in full. The
 * word is classified, and what it is found to be is put into words of its language. Plain numbers are left to the
 * engine, which knows them in its languages.
 */
export function normalizeWord(word: string, { hasStop, ...context }: NormalizationContext): Said {
  if (hasStop) {
    const full = expandAbbreviation(word, { language: context.locale, ...context });
    if (full !== undefined) return { text: full, tookStop: true };
  }
  const place = { ...context, spoken: spokenLanguage(context.locale) };
  const reading = classify(word, place);
  const text = reading === undefined ? undefined : verbalize(reading, place);
  return { text: text ?? word, tookStop: text !== undefined && reading?.kind === 'measure' };
}

/** Whether a sentence goes on after this word and the full stop behind it. */
export function goesOn(word: string, context: Omit<Place, 'spoken'>): boolean {
  const { locale, next, previous } = context;
  if (goesOnAfter(word, next, locale, previous)) return true;
  // "5 ft. tall"
  const place = { ...context, spoken: spokenLanguage(locale) };
  return /^\p{Ll}/u.test(next) && classify(word, place)?.kind === 'measure';
}

/** Each character a word of its own; graphemes, so that accents stay with their letters. */
function spelled(text: string, { locale }: Place): string {
  return Array.from(
    new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(text),
    (s) => s.segment,
  )
    .filter((character) => character.trim() !== '')
    .join(', ');
}

type Reader = (written: string, place: Place, format?: string) => string | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  characters: spelled,
  'spell-out': spelled,
  verbatim: spelled,
  digits: digitByDigit,
  telephone: digitByDigit,
  ordinal: (written, { locale }) => ordinal(written, locale),
  date: (written, place, format) =>
    inWords(classifyDate(written, place.locale, format), sayDate, place),
  time: (written, place) => inWords(classifyTime(written, place), sayTime, place),
  currency: (written, place) => inWords(classifyMoney(written), sayMoney, place),
  unit: (written, place) => inWords(classifyMeasure(written, place), sayMeasure, place),
  fraction,
};

function inWords<T>(
  reading: T | undefined,
  say: (reading: T, place: Place) => string | undefined,
  place: Place,
): string | undefined {
  return reading === undefined ? undefined : say(reading, place);
}

/**
 * What the content of `<say-as>` is said as (W3C note "SSML 1.0 say-as attribute values"). What does not look as it
 * is said to be is said as it is written, and so are numbers, which engines read as such.
 */
export function sayAsInWords(text: string, { interpretAs, format }: SayAs, locale: string): string {
  const written = text.trim();
  const place = { locale, spoken: spokenLanguage(locale), previous: '', next: '', before: [] };
  return READERS[interpretAs]?.(written, place, format) ?? written;
}

/** English has its own endings; elsewhere a full stop after the number marks it. */
function ordinal(text: string, locale: string): string {
  if (!/^\d+$/.test(text)) return text;
  return primaryLanguage(locale) === 'en' ? `${text}${ordinalEnding(Number(text))}` : `${text}.`;
}

/** `3/4`, `1+1/2` as Amazon and Google write mixed numbers, and `1 1/2`. */
function fraction(written: string, place: Place): string | undefined {
  const [, whole, part = ''] = /^(?:(\d+)[+ ])?(\S+)$/u.exec(written) ?? [];
  const found = classifyFraction(part, place);
  const said = inWords(found, sayFraction, place);
  if (said === undefined || whole === undefined) return said ?? overInWords(part, place);
  return `${whole} ${place.spoken.and ?? ''} ${said}`.replaceAll('  ', ' ');
}

/** Those without a name of their own, by the language's sign for a division: "22 over 7". */
function overInWords(written: string, { spoken }: Place): string | undefined {
  const [, numerator, denominator] = /^(\d+)\/(\d+)$/.exec(written) ?? [];
  if (numerator === undefined || denominator === undefined) return undefined;
  return spoken.over === undefined ? undefined : `${numerator} ${spoken.over} ${denominator}`;
}
