import { display } from '../format/printer.js';
import {
  GoInteger,
  integerOf,
  isList,
  isMap,
  sortedKeys,
  type GoMap,
  type Value,
} from '../values/value.js';
import type { Evaluate, Run, Signal, Statement } from './run.js';

interface Range {
  readonly value: Evaluate;
  /** Set the element, or the index and the element. */
  readonly setters: readonly ((run: Run, value: Value) => void)[];
  readonly body: Statement;
  readonly otherwise: Statement;
}

type Iterate = (index: Value, element: Value) => Signal;

/** A loop over a list, over a map in key order, or over the integers below a number. */
export function compileRange({ value, setters, body, otherwise }: Range): Statement {
  const [first, second] = setters;
  return (run, dot) => {
    const over = value(run, dot);
    const iterate: Iterate = (index, element) => {
      run.budget.charge(1);
      first?.(run, second === undefined ? element : index);
      second?.(run, element);
      return body(run, element);
    };
    if (loop(run, over, iterate, second !== undefined)) return 'next';
    return otherwise(run, dot);
  };
}

/** @returns whether there was anything to iterate over */
function loop(run: Run, over: Value, iterate: Iterate, hasIndex: boolean): boolean {
  if (over === undefined) return false;
  if (isList(over)) return overList(over, iterate);
  if (isMap(over)) return overMap(over, iterate);
  const count = integerOf(over);
  if (count === undefined) return run.fail(`range can't iterate over ${display(over, run.budget)}`);
  if (hasIndex) run.fail(`can't use ${count} to iterate over more than one variable`);
  const type = over instanceof GoInteger ? over.type : undefined;
  return overIntegers(count, type, iterate);
}

function overList(list: readonly Value[], iterate: Iterate): boolean {
  for (let index = 0; index < list.length; index += 1) {
    if (iterate(BigInt(index), list[index] ?? null) === 'break') break;
  }
  return list.length > 0;
}

function overMap(map: GoMap, iterate: Iterate): boolean {
  const keys = sortedKeys(map);
  for (const key of keys) {
    if (iterate(key, map[key] ?? null) === 'break') break;
  }
  return keys.length > 0;
}

/** The integers are of the type of their bound. */
function overIntegers(
  count: bigint,
  type: GoInteger['type'] | undefined,
  iterate: Iterate,
): boolean {
  for (let index = 0n; index < count; index += 1n) {
    const value = type === undefined ? index : new GoInteger(type, index);
    if (iterate(value, value) === 'break') break;
  }
  return count > 0n;
}
