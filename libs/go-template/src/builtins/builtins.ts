import { fixed, type TemplateFunction, variadic } from '../exec/function.js';
import { sprint, sprintf, sprintln } from '../format/print.js';
import { isTrue } from '../values/value.js';
import { callFunction } from './call.js';
import { collections } from './collection.js';
import { comparisons } from './compare.js';
import { escapes } from './escape.js';

/** The functions that every template has. The compiler gives `and`, `or` and `call` their own meaning. */
export const BUILTINS: Readonly<Record<string, TemplateFunction>> = {
  ...comparisons,
  ...collections,
  ...escapes,
  and: variadic(['value'], 'value', (values) => values.find((value) => !isTrue(value))),
  or: variadic(['value'], 'value', (values) => values.find((value) => isTrue(value))),
  not: fixed(['value'], ([value]) => !isTrue(value)),
  call: callFunction(undefined),
  print: variadic([], 'any', sprint),
  println: variadic([], 'any', sprintln),
  printf: variadic(['string'], 'any', ([format, ...args], budget) => sprintf(format, args, budget)),
};
