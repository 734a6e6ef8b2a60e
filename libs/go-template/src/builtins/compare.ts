import { fixed, type TemplateFunction, variadic } from '../exec/function.js';
import { display } from '../format/printer.js';
import { sprintf } from '../format/print.js';
import { compareStrings } from '../values/go-string.js';
import type { Budget } from '../values/limits.js';
import { Complex, integerOf, kindOf, typeName, type Kind, type Value } from '../values/value.js';

const BASIC: ReadonlySet<Kind> = new Set(['bool', 'complex', 'int', 'float', 'string', 'uint']);

/** Go's comparison functions: both sides have to be of one kind, integers of any size. */
export const comparisons: Record<string, TemplateFunction> = {
  eq: variadic(['value'], 'value', ([first, ...others], budget) => {
    if (others.length === 0) throw new Error('missing argument for comparison');
    return others.some((other) => isEqual(first, other, budget));
  }),
  ne: fixed(['value', 'value'], ([left, right], budget) => !isEqual(left, right, budget)),
  lt: fixed(['value', 'value'], ([left, right]) => isLess(left, right)),
  le: fixed(
    ['value', 'value'],
    ([left, right], budget) => isLess(left, right) || isEqual(left, right, budget),
  ),
  gt: fixed(
    ['value', 'value'],
    ([left, right], budget) => !isLess(left, right) && !isEqual(left, right, budget),
  ),
  ge: fixed(['value', 'value'], ([left, right]) => !isLess(left, right)),
};

function isEqual(left: Value, right: Value, budget: Budget): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left === right;
  const kinds = [kindOf(left), kindOf(right)] as const;
  if (isIntegerPair(kinds)) return integerOf(left) === integerOf(right);
  if (!BASIC.has(kinds[0]) && !BASIC.has(kinds[1])) return isEqualOther(left, right, budget);
  if (kinds[0] !== kinds[1]) return mismatch(left, right);
  if (left instanceof Complex && right instanceof Complex) {
    return left.re === right.re && left.im === right.im;
  }
  return left === right;
}

/** Different kinds are an error, except that nothing equals nil. */
function mismatch(left: Value, right: Value): false {
  if (isNil(left) || isNil(right)) return false;
  throw new Error(incompatible(left, right));
}

/** Lists, maps and functions can be compared with nil only. */
function isEqualOther(left: Value, right: Value, budget: Budget): boolean {
  if (isNil(left) || isNil(right)) return isNil(left) && isNil(right);
  const described = (value: Value) => `${sprintf('%s', [value], budget)}: ${typeName(value)}`;
  if (typeName(left) === typeName(right)) {
    throw new Error(`non-comparable type ${described(right)}`);
  }
  const second = `${typeName(right)}: ${display(right, budget)}`;
  throw new Error(`non-comparable types ${described(left)}, ${second}`);
}

function isNil(value: Value): boolean {
  return value === undefined || value === null;
}

function isLess(left: Value, right: Value): boolean {
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right) < 0;
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  const [leftInteger, rightInteger] = [integerOf(left), integerOf(right)];
  if (leftInteger !== undefined && rightInteger !== undefined) return leftInteger < rightInteger;
  const kinds = [kindOf(left), kindOf(right)] as const;
  const areBasic = kinds.every((kind) => BASIC.has(kind));
  if (areBasic && kinds[0] !== kinds[1]) throw new Error(incompatible(left, right));
  throw new Error('invalid type for comparison');
}

function isIntegerPair(kinds: readonly [Kind, Kind]): boolean {
  return kinds.every((kind) => kind === 'int' || kind === 'uint');
}

function incompatible(left: Value, right: Value): string {
  return `incompatible types for comparison: ${typeName(left)} and ${typeName(right)}`;
}
