import { isDeepStrictEqual } from 'node:util';
import { fixed, variadic, type FunctionMap, type TemplateFunction } from '../exec/function.js';
import type { Budget } from '../values/limits.js';
import { isList, isTrue, kindOf, typed, typeName, type Value } from '../values/value.js';
import { joinTexts } from './text.js';

/** Sprig's functions on lists, and on values in general. A list is never changed, always copied. */
export const sprigLists: FunctionMap = {
  list: variadic([], 'any', (values) => made(values)),
  first: onList('find first on', (list) => list[0] ?? null),
  last: onList('find last on', (list) => list.at(-1) ?? null),
  rest: onList('find rest on', (list) => made(list.slice(1))),
  initial: onList('find initial on', (list) => made(list.slice(0, -1))),
  append: fixed(['any', 'any'], ([list, value]) => made([...listOf(list, 'push on'), value])),
  push: fixed(['any', 'any'], ([list, value]) => made([...listOf(list, 'push on'), value])),
  prepend: fixed(['any', 'any'], ([list, value]) => made([value, ...listOf(list, 'prepend on')])),
  concat: variadic([], 'any', (values, budget) => {
    const lists = values.map((value) => listOf(value, 'concat', ' as list'));
    budget.charge(lists.reduce((sum, list) => sum + list.length, 0) >>> 3);
    return made(lists.flat());
  }),
  reverse: onList('find reverse on', (list) => made(list.toReversed())),
  uniq: onList('find uniq on', (list, budget) => {
    budget.charge(list.length);
    return made(unique(list));
  }),
  without: variadic(['any'], 'any', ([value, ...omitted], budget) => {
    const list = listOf(value, 'find without on');
    budget.charge((list.length * omitted.length) >>> 3);
    return made(list.filter((element) => !omitted.some((other) => isSame(element, other))));
  }),
  has: fixed(['any', 'any'], ([value, haystack]) =>
    haystack === null
      ? false
      : listOf(haystack, 'find has on').some((other) => isSame(value, other)),
  ),
  compact: onList('compact on', (list) => made(list.filter(isTrue))),
  slice: variadic(['any'], 'int', ([value, start = 0n, end]) => {
    if (!isList(value))
      throw new Error(`list should be type of slice or array but ${kindName(value)}`);
    return sliceList(value, start, end ?? BigInt(value.length));
  }),
  join: fixed(['string', 'any'], ([separator, value], budget) =>
    joinTexts(separator, isList(value) ? value : [value], budget),
  ),
  default: variadic(['any'], 'any', ([standard, value]) => (isTrue(value) ? value : standard)),
  empty: fixed(['any'], ([value]) => !isTrue(value)),
  coalesce: variadic([], 'any', (values) => values.find(isTrue) ?? null),
  ternary: fixed(['any', 'any', 'bool'], ([yes, no, choice]) => (choice ? yes : no)),
};

function onList(
  verb: string,
  call: (list: readonly Value[], budget: Budget) => Value,
): TemplateFunction {
  return fixed(['any'], ([value], budget) => call(listOf(value, verb), budget));
}

/** A list, or the error that Sprig has for what is none. */
function listOf(value: Value, verb: string, ending = ''): readonly Value[] {
  if (isList(value)) return value;
  if (value === undefined || value === null) {
    throw new Error('runtime error: invalid memory address or nil pointer dereference');
  }
  throw new Error(`Cannot ${verb} type ${kindName(value)}${ending}`);
}

/** The kind as Go's reflection names it. */
function kindName(value: Value): string {
  return kindOf(value) === 'map' ? 'map' : typeName(value);
}

function sliceList(list: readonly Value[], start: bigint, end: bigint): Value {
  if (start < 0n || end > BigInt(list.length) || start > end) {
    throw new Error('reflect.Value.Slice: slice index out of bounds');
  }
  return made(list.slice(Number(start), Number(end)));
}

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
