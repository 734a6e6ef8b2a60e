import type { Budget } from '../values/limits.js';
import type { GoFunction, GoMap, Value } from '../values/value.js';

/**
 * Types of parameters, checked as Go checks them. `value` takes everything and tells a missing key
 * from nil, as Go's own functions do; `strings` takes any list.
 */
export type ParamType = 'value' | 'any' | 'string' | 'int' | 'bool' | 'strings' | 'map';

interface ParamValues {
  value: Value;
  any: Value;
  string: string;
  int: bigint;
  bool: boolean;
  strings: readonly Value[];
  map: GoMap;
}

type ValuesOf<P extends readonly ParamType[]> = { -readonly [K in keyof P]: ParamValues[P[K]] };

/** A function that templates can call. An Error that it throws becomes `error calling NAME: …`. */
export interface TemplateFunction {
  readonly params: readonly ParamType[];
  /** Type of the arguments after the fixed ones, if any number of them is taken. */
  readonly rest?: ParamType;
  /** Charges the budget for work that grows with its arguments. */
  readonly call: (args: readonly Value[], budget: Budget) => Value;
}

export type FunctionMap = Readonly<Record<string, TemplateFunction | GoFunction>>;

/** A function with a fixed number of typed parameters. */
export function fixed<const P extends readonly ParamType[]>(
  params: P,
  call: (args: ValuesOf<P>, budget: Budget) => Value,
): TemplateFunction {
  return { params, call: (args, budget) => call(args as ValuesOf<P>, budget) };
}

/** A function which takes any number of arguments after its fixed ones. */
export function variadic<const P extends readonly ParamType[], R extends ParamType>(
  params: P,
  rest: R,
  call: (args: [...ValuesOf<P>, ...ParamValues[R][]], budget: Budget) => Value,
): TemplateFunction {
  return {
    params,
    rest,
    call: (args, budget) => call(args as [...ValuesOf<P>, ...ParamValues[R][]], budget),
  };
}

/** A plain JavaScript function takes any number of arguments of any kind. */
export function asTemplateFunction(fn: TemplateFunction | GoFunction): TemplateFunction {
  if (typeof fn !== 'function') return fn;
  return { params: [], rest: 'any', call: (args) => fn(...args) };
}

const TYPE_TEXT: Partial<Record<ParamType, string>> = {
  any: 'interface {}',
  strings: '[]string',
  map: 'map[string]interface {}',
};

/** A parameter type as Go names it. */
export function paramTypeText(type: ParamType): string {
  return TYPE_TEXT[type] ?? type;
}
