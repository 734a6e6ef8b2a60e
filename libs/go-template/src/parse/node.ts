import { quote } from '../format/quote.js';
import type { NumberLiteral } from './number-literal.js';

/** Every node knows its position in the text, for error messages. */
interface Placed {
  readonly position: number;
}

export interface TextNode extends Placed {
  readonly kind: 'text';
  readonly text: string;
}
export interface ActionNode extends Placed {
  readonly kind: 'action';
  readonly pipe: PipeNode;
}
export interface BranchNode extends Placed {
  readonly kind: 'if' | 'with' | 'range';
  readonly pipe: PipeNode;
  readonly list: ListNode;
  readonly otherwise: ListNode | undefined;
}
export interface TemplateNode extends Placed {
  readonly kind: 'template';
  readonly name: string;
  readonly pipe: PipeNode | undefined;
}
/** `{{break}}`, `{{continue}}`, and the ends of a list, which only the parser sees. */
export interface MarkNode extends Placed {
  readonly kind: 'break' | 'continue' | 'end' | 'else';
}
export interface ListNode {
  readonly kind: 'list';
  readonly nodes: readonly StatementNode[];
}
export type StatementNode = TextNode | ActionNode | BranchNode | TemplateNode | MarkNode;

export interface PipeNode extends Placed {
  readonly kind: 'pipe';
  readonly isAssign: boolean;
  readonly variables: readonly string[];
  readonly commands: readonly CommandNode[];
}
export interface CommandNode extends Placed {
  readonly kind: 'command';
  readonly args: readonly OperandNode[];
}
export interface FieldNode extends Placed {
  readonly kind: 'field';
  readonly names: readonly string[];
}
export interface VariableNode extends Placed {
  readonly kind: 'variable';
  /** With its `$`. */
  readonly name: string;
  readonly names: readonly string[];
}
export interface ChainNode extends Placed {
  readonly kind: 'chain';
  readonly base: OperandNode;
  readonly names: readonly string[];
}
export interface IdentifierNode extends Placed {
  readonly kind: 'identifier';
  readonly name: string;
}
export interface BoolNode extends Placed {
  readonly kind: 'bool';
  readonly value: boolean;
}
export interface StringNode extends Placed {
  readonly kind: 'string';
  /** As written, with its quotes. */
  readonly quoted: string;
  readonly text: string;
}
export interface NumberNode extends Placed {
  readonly kind: 'number';
  readonly literal: NumberLiteral;
}
export interface DotNode extends Placed {
  readonly kind: 'dot' | 'nil';
}
export type OperandNode =
  | FieldNode
  | VariableNode
  | ChainNode
  | IdentifierNode
  | BoolNode
  | StringNode
  | NumberNode
  | DotNode
  | PipeNode;

/** What errors can be about. */
export type AnyNode = StatementNode | OperandNode | CommandNode;

/** A node as Go writes it back in error messages. */
export function nodeText(node: AnyNode): string {
  switch (node.kind) {
    case 'action':
      return `{{${nodeText(node.pipe)}}}`;
    case 'template':
      return templateText(node);
    case 'pipe':
      return pipeText(node);
    case 'command':
      return node.args.map(argumentText).join(' ');
    case 'text':
      return quote(node.text);
    default:
      return isMark(node) ? `{{${node.kind}}}` : operandText(node);
  }
}

function isMark(node: AnyNode): node is MarkNode | BranchNode {
  return ['if', 'with', 'range', 'break', 'continue', 'end', 'else'].includes(node.kind);
}

function templateText({ name, pipe }: TemplateNode): string {
  return `{{template ${quote(name)}${pipe === undefined ? '' : ` ${nodeText(pipe)}`}}}`;
}

function operandText(node: Exclude<OperandNode, PipeNode>): string {
  switch (node.kind) {
    case 'field':
      return dotted(node.names);
    case 'variable':
      return node.name + dotted(node.names);
    case 'chain':
      return argumentText(node.base) + dotted(node.names);
    case 'identifier':
      return node.name;
    case 'bool':
      return String(node.value);
    case 'string':
      return node.quoted;
    case 'number':
      return node.literal.text;
    case 'dot':
      return '.';
    case 'nil':
      return 'nil';
  }
}

function pipeText(pipe: PipeNode): string {
  const commands = pipe.commands.map(nodeText).join(' | ');
  if (pipe.variables.length === 0) return commands;
  return `${pipe.variables.join(', ')} ${pipe.isAssign ? '=' : ':='} ${commands}`;
}

function argumentText(node: OperandNode): string {
  return node.kind === 'pipe' ? `(${nodeText(node)})` : nodeText(node);
}

function dotted(names: readonly string[]): string {
  return names.map((name) => `.${name}`).join('');
}
