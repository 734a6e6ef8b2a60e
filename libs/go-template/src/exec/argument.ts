import type { NumberLiteral } from '../parse/number-literal.js';
import {
  nodeText,
  type BoolNode,
  type DotNode,
  type NumberNode,
  type OperandNode,
  type StringNode,
} from '../parse/node.js';
import { kindOf, typeName, type Kind, type Value } from '../values/value.js';
import { paramTypeText, type ParamType } from './function.js';
import type { Evaluate, Run } from './run.js';

export type ConstantNode = BoolNode | NumberNode | StringNode | (DotNode & { kind: 'nil' });

const KIND_OF_PARAM: Partial<Record<ParamType, Kind>> = {
  string: 'string',
  int: 'int',
  bool: 'bool',
  strings: 'list',
  map: 'map',
};

/** Checks a computed value against the type of its parameter. */
export function validate(run: Run, value: Value, type: ParamType): Value {
  if (type === 'value') return value;
  if (type === 'any') return value ?? null;
  if (fits(value, type)) return value;
  const expected = paramTypeText(type);
  if (value === undefined && canBeNil(type)) return type === 'map' ? {} : [];
  if (value === undefined) return run.fail(`invalid value; expected ${expected}`);
  const got = value === null ? 'interface {}' : typeName(value);
  return run.fail(`wrong type for value; expected ${expected}; got ${got}`);
}

function fits(value: Value, type: ParamType): boolean {
  if (type === 'int') return typeof value === 'bigint';
  return kindOf(value) === KIND_OF_PARAM[type];
}

function canBeNil(type: ParamType): boolean {
  return type === 'strings' || type === 'map';
}

/** A literal as an argument: it has to be one of the parameter's kind. */
export function compileConstant(node: ConstantNode, type: ParamType): Evaluate {
  const result = node.kind === 'nil' ? nilFor(type) : literalFor(node, type);
  if (typeof result !== 'string') {
    const { value } = result;
    return (run) => {
      run.node = node;
      return value;
    };
  }
  return (run) => {
    run.node = node;
    return run.fail(result);
  };
}

/** @returns the value, or the message of the error */
type Constant = { readonly value: Value } | string;

function nilFor(type: ParamType): Constant {
  switch (type) {
    case 'value':
      return { value: undefined };
    case 'any':
      return { value: null };
    case 'strings':
      return { value: [] };
    case 'map':
      return { value: {} };
    default:
      return `cannot assign nil to ${paramTypeText(type)}`;
  }
}

const FOUND: Partial<Record<ParamType, string>> = {
  string: 'string',
  int: 'integer',
  bool: 'bool',
};

function literalFor(node: BoolNode | NumberNode | StringNode, type: ParamType): Constant {
  if (type === 'value' || type === 'any') return valueOfLiteral(node);
  const expected = FOUND[type];
  if (expected === undefined) {
    return `can't handle ${nodeText(node)} for arg of type ${paramTypeText(type)}`;
  }
  if (type === 'int' && node.kind === 'number' && node.literal.int !== undefined) {
    return { value: node.literal.int };
  }
  if (node.kind === type) return valueOfLiteral(node);
  return `expected ${expected}; found ${nodeText(node)}`;
}

/** The value that a literal has where no type is asked for. */
export function valueOfLiteral(node: BoolNode | NumberNode | StringNode): Constant {
  switch (node.kind) {
    case 'bool':
      return { value: node.value };
    case 'string':
      return { value: node.text };
    case 'number':
      return idealConstant(node.literal);
  }
}

/** A number is complex, float or int by how it is written, as an untyped constant of Go. */
function idealConstant({ text, int, float, complex }: NumberLiteral): Constant {
  if (complex !== undefined) return { value: complex };
  if (float !== undefined && looksLikeFloat(text)) return { value: float };
  if (int !== undefined) return { value: int };
  return `${text} overflows int`;
}

function looksLikeFloat(text: string): boolean {
  const isHexInteger = /^[-+]?0[xX]/.test(text) && !/[pP]/.test(text);
  return !isHexInteger && !text.startsWith("'") && /[.eEpP]/.test(text);
}

export function isConstantNode(node: OperandNode): node is ConstantNode {
  return ['bool', 'number', 'string', 'nil'].includes(node.kind);
}
