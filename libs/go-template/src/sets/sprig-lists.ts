import { isDeepStrictEqual } from 'node:util';
import { fixed, variadic, type FunctionMap } from '../exec/function.js';
import { isList, isTrue, kindOf, typed, type Value } from '../values/value.js';
import { joinTexts } from './text.js';

/** Sprig's functions on lists, and on values in general. A list is never changed, always copied. */
export const sprigLists: FunctionMap = {
  list: variadic([], 'any', (values) => made(values)),
  first: fixed(['list'], ([list]) => list[0] ?? null),
  last: fixed(['list'], ([list]) => list.at(-1) ?? null),
  rest: fixed(['list'], ([list]) => made(list.slice(1))),
  initial: fixed(['list'], ([list]) => made(list.slice(0, -1))),
  append: fixed(['list', 'any'], ([list, value]) => made([...list, value])),
  push: fixed(['list', 'any'], ([list, value]) => made([...list, value])),
  prepend: fixed(['list', 'any'], ([list, value]) => made([value, ...list])),
  concat: variadic([], 'list', (lists, budget) => {
    budget.charge(lists.reduce((sum, list) => sum + list.length, 0) >>> 3);
    return made(lists.flat());
  }),
  reverse: fixed(['list'], ([list]) => made(list.toReversed())),
  uniq: fixed(['list'], ([list], budget) => {
    budget.charge(list.length);
    return made(unique(list));
  }),
  without: variadic(['list'], 'any', ([list, ...omitted], budget) => {
    budget.charge((list.length * omitted.length) >>> 3);
    return made(list.filter((value) => !omitted.some((other) => isSame(value, other))));
  }),
  has: fixed(['any', 'list'], ([value, list]) => list.some((other) => isSame(value, other))),
  compact: fixed(['list'], ([list]) => made(list.filter(isTrue))),
  slice: variadic(['list'], 'int', ([list, start = 0n, end]) => {
    const size = BigInt(list.length);
    if (start < 0n || (end ?? size) > size || start > (end ?? size)) {
      throw new Error(`reflect.Value.Slice: slice index out of bounds`);
    }
    return made(list.slice(Number(start), end === undefined ? undefined : Number(end)));
  }),
  join: fixed(['string', 'any'], ([separator, value], budget) =>
    joinTexts(separator, isList(value) ? value : [value], budget),
  ),
  default: variadic(['any'], 'any', ([standard, value]) => (isTrue(value) ? value : standard)),
  empty: fixed(['any'], ([value]) => !isTrue(value)),
  coalesce: variadic([], 'any', (values) => values.find(isTrue) ?? null),
  ternary: fixed(['any', 'any', 'bool'], ([yes, no, choice]) => (choice ? yes : no)),
};

/** Lists made here are Go's []interface {}, with no room behind their end. */
function made(list: readonly Value[]): Value {
  return typed('[]interface {}', [...list]);
}

function unique(list: readonly Value[]): Value[] {
  const seen = new Set<Value>();
  const kept: Value[] = [];
  for (const value of list) {
    if (seen.has(value) || (isComposite(value) && kept.some((other) => isSame(value, other))))
      continue;
    seen.add(value);
    kept.push(value);
  }
  return kept;
}

function isComposite(value: Value): boolean {
  return typeof value === 'object' && value !== null;
}

/** Go's reflect.DeepEqual. */
function isSame(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (!isComposite(left) || !isComposite(right) || kindOf(left) !== kindOf(right)) return false;
  return isDeepStrictEqual(left, right);
}
