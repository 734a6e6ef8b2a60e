import type { SpokenLanguage } from '../languages/spoken-language.js';

/** Where a word stands, as far as that tells how it is read. */
export interface Place {
  /** BCP 47, for `Intl`. */
  readonly locale: string;
  readonly spoken: SpokenLanguage;
  /** Words around it, without punctuation; empty at the ends. */
  readonly previous: string;
  readonly next: string;
  /** The words before, the nearest first. */
  readonly before: readonly string[];
}

/** A number as it is written. */
export const NUMBER = String.raw`[+-]?\d+(?:[.,]\d+)*`;
const ONLY_NUMBER = new RegExp(`^(?:${NUMBER}[-–])?(${NUMBER})$`);

/** The number that a word is, or the upper one of a range. */
export const numberOf = (word: string): string | undefined => ONLY_NUMBER.exec(word)?.[1];

/** The last of `.` and `,` with one or two digits after it is the decimal sign, all others group digits. */
export function amountOf(written: string): number {
  const [, whole = written, cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(written) ?? [];
  return Number(`${whole.replace(/\D/g, '')}.${cents === '' ? '0' : cents}`);
}
