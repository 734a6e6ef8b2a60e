import { fixed, variadic, type FunctionMap } from '../exec/function.js';
import type { Budget } from '../values/limits.js';
import { GoInteger, integerOf, typed, type Value } from '../values/value.js';

/** Sprig's arithmetic: int64 whatever the arguments are, text and floats included. */
export const sprigNumbers: FunctionMap = {
  atoi: fixed(['string'], ([text]) => parseDecimal(text)),
  int: fixed(['any'], ([value]) => toInt64(value)),
  int64: fixed(['any'], ([value]) => int64(toInt64(value))),
  float64: fixed(['any'], ([value]) => toFloat(value)),
  add: variadic([], 'any', (values) => fold(values, 0n, (sum, value) => sum + value)),
  add1: fixed(['any'], ([value]) => int64(toInt64(value) + 1n)),
  sub: fixed(['any', 'any'], ([left, right]) => int64(toInt64(left) - toInt64(right))),
  mul: variadic(['any'], 'any', (values) => fold(values, 1n, (product, value) => product * value)),
  div: fixed(['any', 'any'], ([left, right]) => int64(toInt64(left) / divisor(right))),
  mod: fixed(['any', 'any'], ([left, right]) => int64(toInt64(left) % divisor(right))),
  max: variadic(['any'], 'any', (values) => fold(values, undefined, (a, b) => (a > b ? a : b))),
  min: variadic(['any'], 'any', (values) => fold(values, undefined, (a, b) => (a < b ? a : b))),
  floor: fixed(['any'], ([value]) => Math.floor(toFloat(value))),
  ceil: fixed(['any'], ([value]) => Math.ceil(toFloat(value))),
  until: fixed(['int'], ([count], budget) => until(count, budget)),
};

function int64(value: bigint): GoInteger {
  return new GoInteger('int64', BigInt.asIntN(64, value));
}

function fold(
  values: readonly Value[],
  start: bigint | undefined,
  combine: (left: bigint, right: bigint) => bigint,
): GoInteger {
  const [first = 0n, ...others] = values.map(toInt64);
  const initial = start === undefined ? first : combine(start, values.length === 0 ? start : first);
  return int64(others.reduce((left, right) => BigInt.asIntN(64, combine(left, right)), initial));
}

function divisor(value: Value): bigint {
  const integer = toInt64(value);
  if (integer === 0n) throw new Error('runtime error: integer divide by zero');
  return integer;
}

/** What is no number counts as 0. */
function toInt64(value: Value): bigint {
  const integer = integerOf(value);
  if (integer !== undefined) return integer;
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'string' ? parseDecimal(value) : 0n;
}

function toFloat(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string')
    return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(value) ? Number(value) : 0;
  return Number(toInt64(value));
}

function parseDecimal(text: string): bigint {
  if (!/^[-+]?\d{1,19}$/.test(text)) return 0n;
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? value : 0n;
}

function until(count: bigint, budget: Budget): Value {
  const size = Number(count < 0n ? -count : count);
  budget.charge(size);
  const step = count < 0n ? -1n : 1n;
  return typed(
    '[]int',
    Array.from({ length: size }, (_unused, index) => BigInt(index) * step),
  );
}
