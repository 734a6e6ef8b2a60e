import { fixed, type TemplateFunction, variadic } from '../exec/function.js';
import { byteLength, sliceBytes, toBytes } from '../values/go-string.js';
import {
  capacity,
  GoInteger,
  integerOf,
  isList,
  isMap,
  kindOf,
  typed,
  typeName,
  type GoMap,
  type Value,
} from '../values/value.js';

/** Go's `len`, `index` and `slice`; strings are bytes. */
export const collections: Record<string, TemplateFunction> = {
  len: fixed(['value'], ([value]) => BigInt(lengthOf(value))),
  index: variadic(['value'], 'value', ([collection, ...indexes]) => {
    if (isNil(collection)) throw new Error('index of untyped nil');
    return indexes.reduce<Value>(elementOf, collection);
  }),
  slice: variadic(['value'], 'value', ([collection, ...indexes]) => slice(collection, indexes)),
};

function lengthOf(value: Value): number {
  if (typeof value === 'string') return byteLength(value);
  if (isList(value)) return value.length;
  if (isMap(value)) return Object.keys(value).length;
  if (value === null) throw new Error('len of nil pointer');
  if (value === undefined) throw new Error('reflect: call of reflect.Value.Type on zero Value');
  throw new Error(`len of type ${typeName(value)}`);
}

function elementOf(collection: Value, index: Value): Value {
  if (isNil(collection)) throw new Error('index of nil pointer');
  if (isMap(collection)) return entryOf(collection, index);
  if (typeof collection === 'string') return byteOf(collection, index);
  if (!isList(collection)) throw new Error(`can't index item of type ${typeName(collection)}`);
  const at = checkedIndex(index, collection.length);
  if (at >= collection.length) throw new Error('reflect: slice index out of range');
  return collection[at] ?? null;
}

function byteOf(text: string, index: Value): Value {
  const bytes = toBytes(text);
  const byte = bytes[checkedIndex(index, bytes.length)];
  if (byte === undefined) throw new Error('reflect: string index out of range');
  return new GoInteger('uint8', BigInt(byte));
}

function entryOf(map: GoMap, key: Value): Value {
  if (isNil(key)) throw new Error('value is nil; should be of type string');
  if (typeof key !== 'string') throw new Error(`value has type ${typeName(key)}; should be string`);
  return Object.hasOwn(map, key) ? (map[key] ?? null) : null;
}

/** @param bound the length, or the capacity for a slice */
function checkedIndex(index: Value, bound: number): number {
  const value = integerOf(index);
  if (value === undefined) {
    const what = isNil(index) ? 'nil' : `type ${typeName(index)}`;
    throw new Error(`cannot index slice/array with ${what}`);
  }
  if (value < 0n || value > BigInt(bound)) throw new Error(`index out of range: ${value}`);
  return Number(value);
}

function slice(collection: Value, indexes: readonly Value[]): Value {
  if (isNil(collection)) throw new Error('slice of untyped nil');
  if (indexes.length > 3) throw new Error(`too many slice indexes: ${indexes.length}`);
  if (typeof collection === 'string') return sliceText(collection, indexes);
  if (!isList(collection)) throw new Error(`can't slice item of type ${typeName(collection)}`);
  const bound = capacity(collection);
  const [start = 0, end = collection.length, last] = checkedIndexes(indexes, bound);
  checkOrder(start, end);
  if (last !== undefined) checkOrder(end, last);
  const part = collection.slice(start, end);
  while (part.length < end - start) part.push(null);
  return typed(typeName(collection), part);
}

function sliceText(text: string, indexes: readonly Value[]): string {
  if (indexes.length === 3) throw new Error('cannot 3-index slice a string');
  const size = byteLength(text);
  const [start = 0, end = size] = checkedIndexes(indexes, size);
  checkOrder(start, end);
  return sliceBytes(text, start, end);
}

function checkedIndexes(indexes: readonly Value[], bound: number): number[] {
  return indexes.map((index) => {
    if (index === null) throw new Error('cannot index slice/array with type interface {}');
    return checkedIndex(index, bound);
  });
}

function checkOrder(start: number, end: number): void {
  if (start > end) throw new Error(`invalid slice index: ${start} > ${end}`);
}

function isNil(value: Value): value is null | undefined {
  return value === undefined || value === null || kindOf(value) === 'invalid';
}
