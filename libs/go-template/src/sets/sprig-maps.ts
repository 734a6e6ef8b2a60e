import { fixed, variadic, type FunctionMap } from '../exec/function.js';
import { display } from '../format/printer.js';
import type { Budget } from '../values/limits.js';
import { isMap, isTrue, sortedKeys, typed, type GoMap, type Value } from '../values/value.js';

type OwnMap = Record<string, Value>;

/** Maps that templates made. Only these may be changed: data belongs to the caller. */
const ownMaps = new WeakSet<object>();

/** Sprig's functions on maps. `keys` and `values` come in key order, where Go's have none. */
export const sprigMaps: FunctionMap = {
  dict: variadic([], 'any', (values, budget) => dict(values, budget)),
  set: fixed(['map', 'string', 'any'], ([map, key, value]) => {
    writable(map, 'set')[key] = value;
    return map;
  }),
  unset: fixed(['map', 'string'], ([map, key]) => {
    Reflect.deleteProperty(writable(map, 'unset'), key);
    return map;
  }),
  get: fixed(['map', 'string'], ([map, key]) =>
    Object.hasOwn(map, key) ? (map[key] ?? null) : '',
  ),
  hasKey: fixed(['map', 'string'], ([map, key]) => Object.hasOwn(map, key)),
  keys: variadic([], 'map', (maps) => typed('[]string', maps.flatMap(sortedKeys))),
  values: fixed(['map'], ([map]) =>
    typed(
      '[]interface {}',
      sortedKeys(map).map((key) => map[key] ?? null),
    ),
  ),
  pluck: variadic(['string'], 'map', ([key, ...maps]) =>
    typed(
      '[]interface {}',
      maps.filter((map) => Object.hasOwn(map, key)).map((map) => map[key] ?? null),
    ),
  ),
  pick: variadic(['map'], 'string', ([map, ...keys]) => filtered(map, (key) => keys.includes(key))),
  omit: variadic(['map'], 'string', ([map, ...keys]) =>
    filtered(map, (key) => !keys.includes(key)),
  ),
  merge: variadic(['map'], 'map', ([target, ...sources], budget) => {
    for (const source of sources) fill(writable(target, 'merge'), source, budget);
    return target;
  }),
};

function ownMap(): OwnMap {
  const map = Object.create(null) as OwnMap;
  ownMaps.add(map);
  return map;
}

function writable(map: GoMap, name: string): OwnMap {
  if (ownMaps.has(map)) return map;
  throw new Error(
    `${name} changes maps of the template only: copy the data with merge (dict) first`,
  );
}

function dict(values: readonly Value[], budget: Budget): GoMap {
  const map = ownMap();
  for (let index = 0; index < values.length; index += 2) {
    const isLone = index + 1 >= values.length;
    map[display(values[index], budget)] = isLone ? '' : values[index + 1];
  }
  return map;
}

function filtered(map: GoMap, keeps: (key: string) => boolean): GoMap {
  const result = ownMap();
  for (const key of Object.keys(map).filter(keeps)) result[key] = map[key];
  return result;
}

/** Adds what the target lacks or has empty, map by map. */
function fill(target: OwnMap, source: GoMap, budget: Budget): void {
  for (const [key, value] of Object.entries(source)) {
    budget.charge(1);
    const existing = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isMap(existing) && isMap(value)) target[key] = filledCopy(existing, value, budget);
    else if (!isTrue(existing) && value !== null) target[key] = value;
  }
}

function filledCopy(map: GoMap, source: GoMap, budget: Budget): GoMap {
  const copy = ownMap();
  fill(copy, map, budget);
  fill(copy, source, budget);
  return copy;
}
