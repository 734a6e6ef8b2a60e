import { type TemplateFunction, variadic } from '../exec/function.js';
import { typeName, type Value } from '../values/value.js';

/**
 * Go's `call`, which calls a function in the data.
 *
 * @param name the function as the template names it; undefined when it comes down the pipeline
 */
export function callFunction(name: string | undefined): TemplateFunction {
  return variadic(['value'], 'value', ([fn, ...args]) => {
    if (fn === undefined || fn === null) throw new Error('call of nil');
    if (typeof fn !== 'function') {
      throw new Error(`non-function ${name ?? reflected(fn)} of type ${typeName(fn)}`);
    }
    return fn(...args);
  });
}

/** A value as Go's reflection shows it. */
function reflected(value: Value): string {
  return typeof value === 'string' ? value : `<${typeName(value)} Value>`;
}
