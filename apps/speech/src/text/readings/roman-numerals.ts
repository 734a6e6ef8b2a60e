import type { Place } from './place.js';

/** `Louis XIV`, `Chapter IV`, `XIX century`. */
export interface Roman {
  readonly kind: 'roman';
  readonly value: number;
  readonly of: 'century' | 'name' | 'counted';
}

const DIGITS: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
};
/** Only as they are written since print: no IIII, no IC. */
const ROMAN = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
/** Nobody was the fortieth of a name; Pope John was the twenty-third. */
const MAX_NAMESAKES = 40;

/** A letter alone is one only after a word that counts, or a name and not "I". */
export function classifyRoman(word: string, place: Place): Roman | undefined {
  const value = romanValue(word);
  if (value === undefined) return undefined;
  const { previous, next, spoken } = place;
  const { roman } = spoken;
  if (roman?.centuries?.has(next.toLowerCase()) === true) {
    return { kind: 'roman', value, of: 'century' };
  }
  if (roman?.counted.has(previous.toLowerCase()) === true) {
    return { kind: 'roman', value, of: 'counted' };
  }
  if (value > MAX_NAMESAKES || !isOfName(word, place)) return undefined;
  return { kind: 'roman', value, of: 'name' };
}

export function sayRoman({ value, of }: Roman, { spoken: { roman } }: Place): string {
  const said = of === 'century' ? roman?.century?.(value) : undefined;
  return said ?? (of === 'name' ? roman?.ordinal?.(value) : undefined) ?? String(value);
}

/** "Malcolm X", "Vitamin C" and "Washington DC" are no kings. */
function isOfName(word: string, { locale, previous }: Place): boolean {
  if (word === 'I' && locale.startsWith('en')) return false;
  return !/^[CDLMX]$/.test(word) && /^\p{Lu}\p{Ll}{2,}$/u.test(previous);
}

function romanValue(word: string): number | undefined {
  if (!ROMAN.test(word) || word === '') return undefined;
  const digits = Array.from(word, (letter) => DIGITS[letter] ?? 0);
  return digits.reduce(
    (sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit),
    0,
  );
}
