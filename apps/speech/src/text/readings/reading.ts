import type { Address, Hashtag } from './addresses.js';
import type { Count } from './counts.js';
import type { CalendarDate, Clock, HalfOfDay } from './dates-and-times.js';
import type { Fraction } from './fractions.js';
import type {
  AmountBeforeScale,
  LargeMoney,
  LargeNumber,
  ScaleAfterAmount,
} from './large-numbers.js';
import type { Area, FeetAndInches, Measure } from './measures.js';
import type { CurrencyName, Money } from './money.js';
import type { Roman } from './roman-numerals.js';
import type { Telephone } from './telephones.js';
import type { ChineseYear, Decade, Year } from './years.js';

/** `40–60°C`, `1990–1995`, `9am–5pm`, `Mon–Fri`. */
export interface Range {
  readonly kind: 'range';
  readonly from: string;
  readonly to: string;
  /** What its ends are, where they are no plain words. */
  readonly readings: readonly [Reading | undefined, Reading | undefined];
}

/** A sign or word that is always said otherwise than written. */
export interface Sign {
  readonly kind: 'sign';
  readonly said: string;
}

/** `~5`. */
export interface About {
  readonly kind: 'about';
  readonly written: string;
  readonly of: Reading | undefined;
}

/** What a word is, where it is no plain word. */
export type Reading =
  | About
  | Address
  | AmountBeforeScale
  | Area
  | CalendarDate
  | ChineseYear
  | Clock
  | Count
  | CurrencyName
  | Decade
  | FeetAndInches
  | Fraction
  | HalfOfDay
  | Hashtag
  | LargeMoney
  | LargeNumber
  | Measure
  | Money
  | Range
  | Roman
  | ScaleAfterAmount
  | Sign
  | Telephone
  | Year;
