import type { Complex } from '../values/value.js';
import { type Flags, pad } from './flags.js';
import { formatFloat } from './float.js';

const DEFAULT_PRECISION: Partial<Record<string, number>> = {
  v: -1,
  b: -1,
  g: -1,
  G: -1,
  x: -1,
  X: -1,
  e: 6,
  E: 6,
  f: 6,
  F: 6,
};

const VERB: Partial<Record<string, string>> = { v: 'g', F: 'f' };

/** A float under a verb, or undefined if the verb is not for floats. */
export function formatFloatVerb(value: number, verb: string, flags: Flags): string | undefined {
  const standard = DEFAULT_PRECISION[verb];
  if (standard === undefined) return undefined;
  const precision = flags.precision ?? standard;
  const text = formatFloat(value, VERB[verb] ?? verb, precision);
  const magnitude = text.replace(/^[+-]/, '');
  const sign = signOf(text, flags);
  if (!Number.isFinite(value)) return formatSpecial(sign, magnitude, flags);
  const isPointed = flags.sharp && verb !== 'b';
  return padSigned(sign, isPointed ? withPoint(magnitude, verb, precision) : magnitude, flags);
}

/** A blank stands for the plus that is not asked for. */
function signOf(text: string, flags: Flags): string {
  if (text.startsWith('-')) return '-';
  return flags.space && !flags.plus ? ' ' : '+';
}

/** A complex number under a verb; each part has the flags, the imaginary one always a sign. */
export function formatComplex(value: Complex, verb: string, flags: Flags): string | undefined {
  const re = formatFloatVerb(value.re, verb, flags);
  const im = formatFloatVerb(value.im, verb, { ...flags, plus: true });
  return re === undefined || im === undefined ? undefined : `(${re}${im}i)`;
}

/** Infinities and NaN look like no number, so that zeros would not belong before them. */
function formatSpecial(sign: string, magnitude: string, flags: Flags): string {
  const isNaN = magnitude === 'NaN';
  const needsSign = isNaN ? flags.plus || flags.space : flags.plus || sign !== '+';
  return pad(needsSign ? sign + magnitude : magnitude, { ...flags, zero: false });
}

function padSigned(sign: string, magnitude: string, flags: Flags): string {
  if (!flags.plus && sign === '+') return pad(magnitude, flags);
  const width = flags.width ?? 0;
  if (flags.zero && !flags.minus && width > magnitude.length + 1) {
    return sign + magnitude.padStart(width - 1, '0');
  }
  return pad(sign + magnitude, flags);
}

/** The sharp flag: always a decimal point, and for %g the trailing zeros. */
function withPoint(magnitude: string, verb: string, precision: number): string {
  const isHex = verb === 'x' || verb === 'X';
  const tailAt = magnitude.search(isHex ? /p/i : /e/i);
  const head = tailAt < 0 ? magnitude : magnitude.slice(0, tailAt);
  const tail = tailAt < 0 ? '' : magnitude.slice(tailAt);
  const hasPoint = head.includes('.');
  const missing = missingDigits(head, verb, precision);
  return head + (hasPoint ? '' : '.') + '0'.repeat(Math.max(0, missing)) + tail;
}

/** Go counts the x of a hexadecimal number as a digit. */
function missingDigits(head: string, verb: string, precision: number): number {
  if (!'vgGx'.includes(verb)) return 0;
  const wanted = precision === -1 ? 6 : precision;
  const significant = head.replace('.', '').replace(/^0+/, '').length;
  const loneZero = head === '0' ? 1 : 0;
  return wanted - significant - loneZero;
}
