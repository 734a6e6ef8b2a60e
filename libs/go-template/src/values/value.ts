import { compareStrings } from './go-string.js';

/**
 * A value of a template.
 *
 * JSON gives string, boolean, number (Go's float64), null, lists and maps; bigint is Go's int, which
 * literals and `len` give. `undefined` is what Go calls no value: a missing key or nil itself.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | GoInteger
  | Complex
  | readonly Value[]
  | GoMap
  | GoFunction;

export interface GoMap {
  readonly [key: string]: Value;
}

/** A function in the data or from another function, for `call`. */
export type GoFunction = (...args: Value[]) => Value;

/** An integer of a type other than int. */
export class GoInteger {
  constructor(
    readonly type: 'uint8' | 'int32' | 'int64' | 'uint64',
    readonly value: bigint,
  ) {}
}

/** Go's complex128. */
export class Complex {
  constructor(
    readonly re: number,
    readonly im: number,
  ) {}
}

export type Kind =
  | 'invalid'
  | 'nil'
  | 'bool'
  | 'float'
  | 'int'
  | 'uint'
  | 'complex'
  | 'string'
  | 'list'
  | 'map'
  | 'func';

const KIND_OF_TYPE: Partial<Record<string, Kind>> = {
  undefined: 'invalid',
  boolean: 'bool',
  number: 'float',
  bigint: 'int',
  string: 'string',
  function: 'func',
};

/** What a value is, in the groups which Go's own rules distinguish. */
export function kindOf(value: Value): Kind {
  if (value === null) return 'nil';
  return KIND_OF_TYPE[typeof value] ?? kindOfObject(value);
}

function kindOfObject(value: Value): Kind {
  if (isList(value)) return 'list';
  if (value instanceof GoInteger) return value.type.startsWith('u') ? 'uint' : 'int';
  return value instanceof Complex ? 'complex' : 'map';
}

export function isList(value: unknown): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is GoMap {
  return kindOf(value) === 'map';
}

/** Lists and maps whose Go type is not that of decoded JSON, such as `[]string`. */
const typeNames = new WeakMap<object, string>();

/** Gives a list or map its Go type, which `%T` prints. */
export function typed<T extends object>(type: string, value: T): T {
  typeNames.set(value, type);
  return value;
}

/** The type given with `typed`. */
export function givenType(value: object): string | undefined {
  return typeNames.get(value);
}

const TYPE_OF_KIND: Record<Kind, string> = {
  invalid: '<nil>',
  nil: '<nil>',
  bool: 'bool',
  float: 'float64',
  int: 'int',
  uint: 'uint',
  complex: 'complex128',
  string: 'string',
  list: '[]interface {}',
  map: 'map[string]interface {}',
  func: 'func(...interface {}) interface {}',
};

/** The Go type as `%T` prints it. */
export function typeName(value: Value): string {
  if (value instanceof GoInteger) return value.type;
  const given = typeof value === 'object' && value !== null ? givenType(value) : undefined;
  return given ?? TYPE_OF_KIND[kindOf(value)];
}

/** Go's truth: false is the empty value of each kind. */
export function isTrue(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return Number.isNaN(value) || Boolean(value);
  if (isList(value)) return value.length > 0;
  if (value instanceof GoInteger) return value.value !== 0n;
  if (value instanceof Complex) return value.re !== 0 || value.im !== 0;
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

/** A map's keys in the order in which Go visits them. */
export function sortedKeys(map: GoMap): string[] {
  return Object.keys(map).sort(compareStrings);
}

/** The value of an integer of any type, or undefined. */
export function integerOf(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return value instanceof GoInteger ? value.value : undefined;
}

/** Capacity of a list, which bounds Go's `slice`: decoded JSON grows by doubling. */
export function capacity(list: readonly Value[]): number {
  if (list.length === 0 || givenType(list) !== undefined) return list.length;
  return 2 ** Math.ceil(Math.log2(list.length));
}
