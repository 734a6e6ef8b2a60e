import { quote } from '../format/quote.js';
import { givenType, integerOf, isMap, typeName, type GoMap, type Value } from '../values/value.js';
import type { Run } from './run.js';

/**
 * A field of a value, which has to be a map.
 *
 * @param isElement the value came out of a map or list, so that errors name the type interface {}
 */
export function fieldOf(run: Run, receiver: Value, name: string, isElement: boolean): Value {
  if (isMap(receiver)) {
    return Object.hasOwn(receiver, name) ? (receiver[name] ?? null) : missing(run, receiver, name);
  }
  if (receiver === undefined) {
    if (run.missingKey === 'error') run.fail(`nil data; no entry for key ${quote(name)}`);
    return undefined;
  }
  if (receiver === null) run.fail(`nil pointer evaluating interface {}.${name}`);
  const type = isElement && integerOf(receiver) === undefined ? 'interface {}' : typeName(receiver);
  return run.fail(`can't evaluate field ${name} in type ${type}`);
}

/** A field that is given arguments, which only a method could take. */
export function fieldWithArguments(
  run: Run,
  receiver: Value,
  name: string,
  isElement: boolean,
): Value {
  if (isMap(receiver)) run.fail(`${name} is not a method but has arguments`);
  return fieldOf(run, receiver, name, isElement);
}

function missing(run: Run, map: GoMap, name: string): Value {
  switch (run.missingKey) {
    case 'default':
      return undefined;
    case 'zero':
      return givenType(map) === 'map[string]string' ? '' : null;
    case 'error':
      return run.fail(`map has no entry for key ${quote(name)}`);
  }
}
