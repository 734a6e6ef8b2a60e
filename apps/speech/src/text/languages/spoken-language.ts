/** A word that is written short: what it is said as, and whether it stands before a name or a number. */
export interface Abbreviation {
  readonly said: string;
  /** Whether a sentence goes on after it, whatever follows. */
  readonly goesOn?: boolean;
  /** What it is said as after a capitalised word, such as the name of a street. */
  readonly afterName?: string;
  /** What it is said as before a number. */
  readonly beforeNumber?: string;
  /** Whether it means something only before a number: in small letters and with a capital. */
  readonly onlyBeforeNumber?: boolean;
}

/** One of something, and several. */
export type Forms = readonly [one: string, other: string];

/** What a time of day consists of. */
export interface TimeOfDay {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds?: number | undefined;
  readonly half?: 'am' | 'pm' | undefined;
}

export interface RomanNumerals {
  /** Words before which a numeral counts, in lower case: "Chapter IV". */
  readonly counted: ReadonlySet<string>;
  /** Words after which it is an ordinal, in lower case: "XIX century". */
  readonly centuries?: ReadonlySet<string>;
  readonly century?: (value: number) => string;
  /** The number of a king or pope, where it is no cardinal. */
  readonly ordinal?: (value: number) => string | undefined;
}

/** How areas and volumes are named after the unit of length. */
export interface Powers {
  readonly square: (unit: string, category: Intl.LDMLPluralRule) => string;
  readonly cubic: (unit: string, category: Intl.LDMLPluralRule) => string;
}

/** How the signs of an address are said. */
export interface AddressSigns {
  readonly dot: string;
  readonly at: string;
  readonly slash: string;
  readonly hyphen: string;
  readonly underscore: string;
}

/**
 * What is said for what is written in one language. Whatever is absent is left to the engine, which reads what is
 * written. reading-cases/ has what comes of it, for those who speak the language.
 */
export interface SpokenLanguage {
  /** By the word without its final full stop, as it is written. */
  readonly abbreviations?: Readonly<Record<string, Abbreviation>>;
  /** Whether a full stop after a number of one or two digits makes it an ordinal. */
  readonly hasOrdinalStops?: boolean;
  /** Words with which sentences begin, in lower case: after an initial they tell that one has ended. */
  readonly starters?: ReadonlySet<string>;
  /** Signs and words that are said otherwise than written, whatever stands around them. */
  readonly signs?: Readonly<Record<string, string>>;
  readonly minus?: string;
  readonly plus?: string;
  /** Between a whole number and a fraction. */
  readonly and?: string;
  /** Between the numbers of a fraction whose parts have no name. */
  readonly over?: string;
  /** Between the ends of a range. */
  readonly to?: string;
  /** Between the sides of a ratio: `16:9`. */
  readonly ratio?: string;
  /** Between two measures: `4x6`. */
  readonly by?: string;
  /** Between the numbers of a version: `2.1.3`. */
  readonly point?: string;
  /** "about", for `~5`. */
  readonly about?: string;
  /** `5x`: times. */
  readonly times?: Forms;
  /** `#5`. */
  readonly number?: string;
  /** `v2.1`. */
  readonly version?: string;
  /** Between two units, such as of speeds. */
  readonly per?: string;
  readonly address?: AddressSigns;
  /** Words for large numbers after an amount, by the power of ten that they stand for. */
  readonly scales?: Readonly<Record<string, number>>;
  /** Names of powers of ten; of those without one the digits are given to the engine. */
  readonly scaleNames?: Readonly<Record<number, Forms>>;
  /** What stands between a million and what is counted; before a vowel, where that differs. */
  readonly link?: string;
  readonly linkBeforeVowel?: string;
  /** Units for which CLDR has no words. */
  readonly units?: Readonly<Record<string, Forms>>;
  readonly powers?: Powers;
  readonly fraction?: (numerator: number, denominator: number) => string | undefined;
  /** Four digits as a year, where it is said otherwise than a number. */
  readonly year?: (year: string) => string | undefined;
  /** Words after which four digits are a year, in lower case. */
  readonly yearAfter?: ReadonlySet<string>;
  /** Ten years, of four digits or two: `1990s`. */
  readonly decade?: (digits: string) => string | undefined;
  readonly time?: (time: TimeOfDay) => string | undefined;
  readonly roman?: RomanNumerals;
  /** Names of a currency and its hundredth, by ISO 4217, where CLDR's are too long to be said. */
  readonly currencies?: Readonly<Record<string, readonly [unit: Forms, hundredth: Forms]>>;
  /** Halves of a day after a number. */
  readonly halves?: Readonly<Record<string, string>>;
  /** Days and months as they are written short in ranges, in lower case. */
  readonly calendar?: Readonly<Record<string, string>>;
}
