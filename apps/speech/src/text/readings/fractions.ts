import type { Place } from './place.js';

/** `3/4`, `1½`. */
export interface Fraction {
  readonly kind: 'fraction';
  readonly whole: string;
  /** Whether a whole number is the word before: `1 1/2`. */
  readonly followsNumber: boolean;
  readonly numerator: number;
  readonly denominator: number;
}

const SIGNS: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
};
const SLASHED = /^(\d{1,2})\/(\d{1,2})$/;
const SIGN = /^(\d*)([½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])$/u;

/** A numerator above the other number is no part of one. */
export function classifyFraction(word: string, { spoken, previous }: Place): Fraction | undefined {
  const parts = fractionOf(word);
  if (parts === undefined) return undefined;
  const { numerator, denominator } = parts;
  if (spoken.fraction?.(numerator, denominator) === undefined) return undefined;
  return { kind: 'fraction', followsNumber: /^\d+$/.test(previous), ...parts };
}

type Parts = Pick<Fraction, 'whole' | 'numerator' | 'denominator'>;

function fractionOf(word: string): Parts | undefined {
  const [, whole = '', sign = ''] = SIGN.exec(word) ?? [];
  const parts = SIGNS[sign];
  if (parts === undefined) return slashedOf(word);
  return { whole, numerator: parts[0], denominator: parts[1] };
}

function slashedOf(word: string): Parts | undefined {
  const [, numerator = 0, denominator = 0] = SLASHED.exec(word)?.map(Number) ?? [];
  if (numerator === 0 || numerator >= denominator) return undefined;
  return { whole: '', numerator, denominator };
}

/** "3 quarters"; `1½` and `1 1/2` as "1 and one half". */
export function sayFraction(
  { whole, followsNumber, numerator, denominator }: Fraction,
  { spoken }: Place,
): string | undefined {
  const said = spoken.fraction?.(numerator, denominator);
  const and = spoken.and ?? '';
  if (whole !== '') return `${whole} ${and} ${said}`.replaceAll('  ', ' ');
  return followsNumber ? `${and} ${said}`.trim() : said;
}
