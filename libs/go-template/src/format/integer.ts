import { runeText } from '../values/go-string.js';
import { type Flags, pad } from './flags.js';
import { quoteRune, quoteRuneToAscii, unicodeNotation } from './quote.js';

const BASES: Partial<Record<string, number>> = { d: 10, v: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };

/** An integer under a verb, or undefined if the verb is not for integers. */
export function formatInteger(
  value: bigint,
  verb: string,
  flags: Flags,
  isSigned: boolean,
): string | undefined {
  if (verb === 'v' && flags.sharpV && !isSigned) {
    return formatDigits(value, 16, 'x', { ...flags, sharp: true });
  }
  const base = BASES[verb];
  if (base !== undefined) return formatDigits(value, base, verb, flags);
  return formatAsCharacter(value, verb, flags);
}

function formatAsCharacter(value: bigint, verb: string, flags: Flags): string | undefined {
  const point = value >= 0n && value <= 0x10ffffn ? Number(value) : 0xfffd;
  switch (verb) {
    case 'c':
      return pad(runeText(point), flags);
    case 'q':
      return pad(flags.plus ? quoteRuneToAscii(point) : quoteRune(point), flags);
    case 'U':
      return formatUnicode(value, flags);
    default:
      return undefined;
  }
}

function formatUnicode(value: bigint, flags: Flags): string {
  const digits = Math.max(4, flags.precision ?? 0);
  const point = Number(BigInt.asUintN(64, value));
  const text =
    point <= 0x10ffff
      ? unicodeNotation(point, flags.sharp, digits)
      : `U+${BigInt.asUintN(64, value).toString(16).toUpperCase().padStart(digits, '0')}`;
  return pad(text, { ...flags, zero: false });
}

function formatDigits(value: bigint, base: number, verb: string, flags: Flags): string {
  if (flags.precision === 0 && value === 0n) return pad('', { ...flags, zero: false });
  const isNegative = value < 0n;
  const magnitude = (isNegative ? -value : value).toString(base);
  const cased = verb === 'X' ? magnitude.toUpperCase() : magnitude;
  const padded = cased.padStart(digitCount(flags, isNegative), '0');
  const text = signOf(isNegative, flags) + prefixOf(padded, verb, flags) + padded;
  return pad(text, { ...flags, zero: false });
}

/** A precision, or a width with the zero flag, gives the least number of digits. */
function digitCount(flags: Flags, isNegative: boolean): number {
  if (flags.precision !== undefined) return flags.precision;
  if (!flags.zero || flags.minus || flags.width === undefined) return 0;
  return isNegative || flags.plus || flags.space ? flags.width - 1 : flags.width;
}

function signOf(isNegative: boolean, flags: Flags): string {
  if (isNegative) return '-';
  if (flags.plus) return '+';
  return flags.space ? ' ' : '';
}

function prefixOf(digits: string, verb: string, flags: Flags): string {
  if (verb === 'O') return flags.sharp && !digits.startsWith('0') ? '0o0' : '0o';
  if (!flags.sharp) return '';
  if (verb === 'o') return digits.startsWith('0') ? '' : '0';
  return { b: '0b', x: '0x', X: '0X' }[verb] ?? '';
}
