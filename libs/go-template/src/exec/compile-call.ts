import { LimitError } from '../errors.js';
import { nodeText, type AnyNode, type IdentifierNode, type OperandNode } from '../parse/node.js';
import { isTrue, type Value } from '../values/value.js';
import { validate } from './argument.js';
import { callFunction } from '../builtins/call.js';
import type { ParamType, TemplateFunction } from './function.js';
import type { Evaluate, Run } from './run.js';

/** A command that takes the value of the one before it in the pipeline. */
export type Stage = (run: Run, dot: Value, final: Value) => Value;

interface Call {
  readonly identifier: IdentifierNode;
  /** What errors of the call name: the command, or the name alone. */
  readonly node: AnyNode;
  readonly args: readonly OperandNode[];
  readonly hasFinal: boolean;
}

interface Callee {
  readonly fn: TemplateFunction;
  readonly isBuiltin: boolean;
}

type CompileArgument = (node: OperandNode, type: ParamType) => Evaluate;

/** Compiles a call of a function; a wrong number of arguments is an error when it is reached. */
export function compileCall(call: Call, callee: Callee, compileArgument: CompileArgument): Stage {
  const { identifier } = call;
  const complaint = arityComplaint(call, callee.fn);
  if (complaint !== undefined) {
    return (run) => {
      run.node = identifier;
      return run.fail(complaint);
    };
  }
  const isSlice = callee.isBuiltin && identifier.name === 'slice';
  const args = call.args.map((arg, index) => {
    const value = compileArgument(arg, typeAt(callee.fn, index));
    return isSlice && index > 0 && isElement(arg) ? hidden(value) : value;
  });
  if (callee.isBuiltin && (identifier.name === 'and' || identifier.name === 'or')) {
    return shortCircuit(call, args);
  }
  const fn = callee.isBuiltin && identifier.name === 'call' ? namedCall(call) : callee.fn;
  return ordinaryCall(call, fn, args);
}

/** What comes out of the data by name. */
function isElement(node: OperandNode): boolean {
  return 'names' in node && node.names.length > 0;
}

/** Go's `slice`, unlike `index`, does not look into the interface in which an element comes. */
function hidden(value: Evaluate): Evaluate {
  return (run, dot) => (value(run, dot) === undefined ? undefined : null);
}

function ordinaryCall(call: Call, fn: TemplateFunction, args: readonly Evaluate[]): Stage {
  const { identifier, hasFinal } = call;
  const finalType = typeAt(fn, args.length);
  return (run, dot, final) => {
    run.node = identifier;
    const values: Value[] = [];
    for (const arg of args) values.push(arg(run, dot));
    if (hasFinal) values.push(validate(run, final, finalType));
    return invoke(run, call, fn, values);
  };
}

/** `and` and `or` evaluate no more arguments than they need. */
function shortCircuit({ identifier, hasFinal }: Call, args: readonly Evaluate[]): Stage {
  const stopsAt = identifier.name === 'or';
  return (run, dot, final) => {
    run.node = identifier;
    let value: Value;
    for (const arg of args) {
      value = arg(run, dot);
      if (isTrue(value) === stopsAt) return value;
    }
    return hasFinal ? final : value;
  };
}

function invoke(run: Run, call: Call, fn: TemplateFunction, values: readonly Value[]): Value {
  run.budget.charge(costOf(values));
  try {
    const result = fn.call(values, run.budget);
    if (typeof result === 'string') run.budget.checkLength(result.length);
    return result;
  } catch (error) {
    run.node = call.node;
    if (error instanceof LimitError || isEngineLimit(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return run.fail(`error calling ${call.identifier.name}: ${message}`, error);
  }
}

/** The engine's own bounds: the stack and the length of a string. */
export function isEngineLimit(error: unknown): boolean {
  return error instanceof RangeError && /call stack|string length/i.test(error.message);
}

/** One step, and more for long arguments. */
function costOf(values: readonly Value[]): number {
  let cost = 1;
  for (const value of values) {
    if (typeof value === 'string') cost += value.length >>> 8;
    else if (Array.isArray(value)) cost += value.length >>> 3;
  }
  return cost;
}

function typeAt(fn: TemplateFunction, index: number): ParamType {
  return fn.params[index] ?? fn.rest ?? 'any';
}

function arityComplaint(
  { identifier, args, hasFinal }: Call,
  fn: TemplateFunction,
): string | undefined {
  const given = args.length + (hasFinal ? 1 : 0);
  const wanted = fn.params.length;
  const start = `wrong number of args for ${identifier.name}: want`;
  if (fn.rest !== undefined) {
    return given < wanted ? `${start} at least ${wanted} got ${args.length}` : undefined;
  }
  return given === wanted ? undefined : `${start} ${wanted} got ${given}`;
}

/** `call` names its function in errors as it is written in the template. */
function namedCall({ args }: Call): TemplateFunction {
  const [first] = args;
  return callFunction(first === undefined ? undefined : nodeText(first));
}
