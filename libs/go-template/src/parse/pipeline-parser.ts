import { quote, unquote } from '../format/quote.js';
import { nodeText, type CommandNode, type OperandNode, type PipeNode } from './node.js';
import { parseNumber } from './number-literal.js';
import type { ParserState } from './parser-state.js';
import type { Token, TokenKind } from './token.js';

const OPERAND_STARTS: ReadonlySet<TokenKind> = new Set([
  'bool',
  'charConstant',
  'complex',
  'dot',
  'field',
  'identifier',
  'number',
  'nil',
  'rawString',
  'string',
  'variable',
  'leftParen',
]);

/** Parses what stands between the delimiters: declarations, commands and their operands. */
export class PipelineParser {
  constructor(private readonly state: ParserState) {}

  pipeline(context: string, end: TokenKind): PipeNode {
    this.state.enter();
    const { stream } = this.state;
    const { position } = stream.peekNonSpace();
    const { variables, isAssign } = this.declarations(context);
    const commands: CommandNode[] = [];
    for (;;) {
      const token = stream.nextNonSpace();
      if (token.kind === end) break;
      if (!OPERAND_STARTS.has(token.kind)) this.state.unexpected(token, context);
      stream.backup(token);
      commands.push(this.command());
    }
    this.check(commands, context);
    this.state.leave();
    return { kind: 'pipe', position, isAssign, variables, commands };
  }

  /** `$x :=`, `$x =` or, for range, `$i, $x :=`. */
  private declarations(context: string): { variables: string[]; isAssign: boolean } {
    const { stream } = this.state;
    const variables: string[] = [];
    while (stream.peekNonSpace().kind === 'variable') {
      const variable = stream.next();
      const after = stream.next();
      const next = after.kind === 'space' ? stream.nextNonSpace() : after;
      if (next.kind === 'assign' || next.kind === 'declare') {
        this.declare(variable, variables);
        return { variables, isAssign: next.kind === 'assign' };
      }
      if (next.kind !== 'char' || next.text !== ',') {
        stream.backup(variable, ...(after === next ? [next] : [after, next]));
        break;
      }
      this.declare(variable, variables);
      this.checkSecond(context, variables.length);
    }
    return { variables, isAssign: false };
  }

  private declare(variable: Token, variables: string[]): void {
    variables.push(variable.text);
    this.state.variables.push(variable.text);
  }

  private checkSecond(context: string, count: number): void {
    if (context !== 'range' || count >= 2) this.state.fail(`too many declarations in ${context}`);
    const { kind } = this.state.stream.peekNonSpace();
    if (kind !== 'variable' && kind !== 'rightDelim' && kind !== 'rightParen') {
      this.state.fail('range can only initialize variables');
    }
  }

  private check(commands: readonly CommandNode[], context: string): void {
    if (commands.length === 0) this.state.fail(`missing value for ${context}`);
    const stage = commands.findIndex((command, index) => index > 0 && isConstant(command.args[0]));
    if (stage > 0) this.state.fail(`non executable command in pipeline stage ${stage + 1}`);
  }

  private command(): CommandNode {
    const { stream } = this.state;
    const { position } = stream.peekNonSpace();
    const args: OperandNode[] = [];
    for (;;) {
      stream.peekNonSpace();
      const operand = this.operand();
      if (operand !== undefined) args.push(operand);
      const token = stream.next();
      if (token.kind === 'space') continue;
      if (token.kind === 'rightDelim' || token.kind === 'rightParen') stream.backup(token);
      else if (token.kind !== 'pipe') this.state.unexpected(token, 'operand');
      break;
    }
    if (args.length === 0) this.state.fail('empty command');
    return { kind: 'command', position, args };
  }

  /** A term and the fields behind it. */
  private operand(): OperandNode | undefined {
    const { stream } = this.state;
    const term = this.term();
    const first = stream.peek();
    if (term === undefined || first.kind !== 'field') return term;
    const names: string[] = [];
    while (stream.peek().kind === 'field') names.push(stream.next().text.slice(1));
    return this.withFields(term, names, first.position);
  }

  private withFields(term: OperandNode, names: string[], position: number): OperandNode {
    switch (term.kind) {
      case 'field':
      case 'variable':
        return { ...term, position, names: [...term.names, ...names] };
      case 'bool':
      case 'string':
      case 'number':
      case 'nil':
      case 'dot':
        return this.state.fail(`unexpected . after term ${quote(nodeText(term))}`);
      default:
        return { kind: 'chain', position, base: term, names };
    }
  }

  private term(): OperandNode | undefined {
    const token = this.state.stream.nextNonSpace();
    const { kind, text, position } = token;
    switch (kind) {
      case 'identifier':
        if (!this.state.hasFunction(text)) this.state.fail(`function ${quote(text)} not defined`);
        return { kind, position, name: text };
      case 'dot':
      case 'nil':
        return { kind, position };
      case 'variable':
        return this.variable(token);
      case 'field':
        return { kind, position, names: [text.slice(1)] };
      case 'bool':
        return { kind, position, value: text === 'true' };
      case 'leftParen':
        return this.pipeline('parenthesized pipeline', 'rightParen');
      default:
        return this.literal(token);
    }
  }

  private variable({ text, position }: Token): OperandNode {
    if (!this.state.variables.includes(text)) {
      this.state.fail(`undefined variable ${quote(text)}`);
    }
    return { kind: 'variable', position, name: text, names: [] };
  }

  private literal(token: Token): OperandNode | undefined {
    const { kind, text, position } = token;
    switch (kind) {
      case 'charConstant':
      case 'complex':
      case 'number': {
        const literal = parseNumber(text, kind);
        if (typeof literal === 'string') this.state.fail(literal);
        return { kind: 'number', position, literal };
      }
      case 'string':
      case 'rawString': {
        const value = unquote(text) ?? this.state.fail('invalid syntax');
        return { kind: 'string', position, quoted: text, text: value };
      }
      default:
        this.state.stream.backup(token);
        return undefined;
    }
  }
}

function isConstant(node: OperandNode | undefined): boolean {
  return ['bool', 'dot', 'nil', 'number', 'string'].includes(node?.kind ?? '');
}
