import { quote, unquoteRune } from '../format/quote.js';
import { scanNumber } from './number-scan.js';
import { Complex } from '../values/value.js';

/** A number literal under each kind that it fits, as Go's untyped constants. */
export interface NumberLiteral {
  readonly text: string;
  readonly int: bigint | undefined;
  readonly float: number | undefined;
  readonly complex: Complex | undefined;
}

/** @returns the literal, or the message of its error */
export function parseNumber(text: string, kind: string): NumberLiteral | string {
  if (kind === 'charConstant') return parseCharacter(text);
  if (kind === 'complex') return parseComplex(text);
  if (text.endsWith('i')) return parseImaginary(text);
  return parseReal(text);
}

function parseCharacter(text: string): NumberLiteral | string {
  const rune = unquoteRune(text.slice(1, -1));
  if (rune === undefined) return 'invalid syntax';
  if (rune.rest !== '') return `malformed character constant: ${text}`;
  return fromInteger(text, BigInt(rune.point));
}

function parseComplex(text: string): NumberLiteral | string {
  const { end } = scanNumber(text, 0);
  const re = parseFloat64(text.slice(0, end));
  if (re === undefined) {
    return `strconv.ParseFloat: parsing ${quote(text.slice(0, end))}: invalid syntax`;
  }
  const im = parseFloat64(text.slice(end, -1));
  if (im === undefined) return 'syntax error scanning complex number';
  return fromComplex(text, new Complex(re, im));
}

function parseImaginary(text: string): NumberLiteral | string {
  const im = parseFloat64(text.slice(0, -1));
  if (im === undefined) return `illegal number syntax: ${quote(text)}`;
  return fromComplex(text, new Complex(0, im));
}

/** A complex literal without imaginary part is a float, too, and an integer if it is whole. */
function fromComplex(text: string, complex: Complex): NumberLiteral {
  if (complex.im !== 0) {
    return { text, int: undefined, float: undefined, complex };
  }
  return { ...fromFloat(text, complex.re), complex };
}

function parseReal(text: string): NumberLiteral | string {
  const integer = parseInteger(text);
  const isInt = integer !== undefined && integer >= -(2n ** 63n) && integer < 2n ** 63n;
  if (isInt) return fromInteger(text, integer);
  if (integer !== undefined && integer >= 0n && integer < 2n ** 64n && !/^[-+]/.test(text)) {
    return { text, int: undefined, float: Number(integer), complex: undefined };
  }
  const float = parseFloat64(text);
  if (float === undefined) return `illegal number syntax: ${quote(text)}`;
  if (!/[.eEpP]/.test(text)) return `integer overflow: ${quote(text)}`;
  return fromFloat(text, float);
}

function fromInteger(text: string, value: bigint): NumberLiteral {
  return { text, int: value, float: Number(value), complex: undefined };
}

function fromFloat(text: string, float: number): NumberLiteral {
  const isWhole = Number.isInteger(float) && Math.abs(float) < 2 ** 63;
  const int = isWhole ? BigInt(float) : undefined;
  return {
    text,
    int,
    float,
    complex: undefined,
  };
}

const INTEGER =
  /^([-+]?)(?:0[xX]_?[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|0[oO]_?[0-7]+(?:_[0-7]+)*|0[bB]_?[01]+(?:_[01]+)*|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)$/;

function parseInteger(text: string): bigint | undefined {
  const match = INTEGER.exec(text);
  if (match === null) return undefined;
  const sign = match[1] ?? '';
  const digits = text.slice(sign.length).replaceAll('_', '');
  const value = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return sign === '-' ? -value : value;
}

const DECIMAL_FLOAT =
  /^[-+]?(?:[0-9](?:_?[0-9])*(?:\.(?:[0-9](?:_?[0-9])*)?)?|\.[0-9](?:_?[0-9])*)(?:[eE][-+]?[0-9](?:_?[0-9])*)?$/;
const HEX_FLOAT = /^([-+]?)0[xX]([0-9a-fA-F_]*)\.?([0-9a-fA-F_]*)[pP]([-+]?[0-9]+)$/;

/** @returns undefined for what is no float or is out of range */
function parseFloat64(text: string): number | undefined {
  const hex = HEX_FLOAT.exec(text);
  const value = hex === null ? parseDecimal(text) : parseHex(hex);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function parseDecimal(text: string): number | undefined {
  return DECIMAL_FLOAT.test(text) ? Number(text.replaceAll('_', '')) : undefined;
}

function parseHex([, sign = '', whole = '', fraction = '', power = '']: RegExpExecArray):
  | number
  | undefined {
  const digits = (whole + fraction).replaceAll('_', '');
  if (digits === '') return undefined;
  const exponent = Number(power) - 4 * fraction.replaceAll('_', '').length;
  const magnitude = Number(BigInt(`0x${digits}`)) * 2 ** exponent;
  return sign === '-' ? -magnitude : magnitude;
}
