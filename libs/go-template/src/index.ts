export { ExecError, LimitError, ParseError, TemplateError } from './errors.js';
export { fixed, variadic, type FunctionMap, type TemplateFunction } from './exec/function.js';
export { leftOutFunctions } from './sets/left-out.js';
export { relayFunctions, type RelayFunctionOptions } from './sets/relay-functions.js';
export { sprigFunctions } from './sets/sprig-functions.js';
export { parse, type Template, type TemplateOptions } from './template.js';
export type { Limits } from './values/limits.js';
export type { Value } from './values/value.js';
