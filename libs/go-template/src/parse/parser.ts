import { quote, unquote } from '../format/quote.js';
import {
  nodeText,
  type BranchNode,
  type ListNode,
  type MarkNode,
  type StatementNode,
} from './node.js';
import { ParserState } from './parser-state.js';
import { PipelineParser } from './pipeline-parser.js';
import type { Delims } from './lexer.js';
import { isKeyword, type Keyword, type Token } from './token.js';

export interface ParseOptions {
  readonly name: string;
  readonly delims: Delims;
  /** Functions are checked when the template is parsed. */
  readonly hasFunction: (name: string) => boolean;
}

/**
 * Parses a template and those that it defines.
 *
 * @returns the trees by name; the template itself is among them unless it defines itself
 * @throws {ParseError} with Go's text
 */
export function parseTrees(text: string, options: ParseOptions): Map<string, ListNode> {
  return new Parser(new ParserState(text, options)).parse();
}

class Parser {
  private readonly trees = new Map<string, ListNode>();
  private readonly pipelines: PipelineParser;
  private rangeDepth = 0;

  constructor(private readonly state: ParserState) {
    this.pipelines = new PipelineParser(state);
  }

  parse(): Map<string, ListNode> {
    const { stream } = this.state;
    const nodes: StatementNode[] = [];
    while (stream.peek().kind !== 'eof') {
      if (this.tryDefinition()) continue;
      const node = this.textOrAction();
      if (isListEnd(node)) this.state.fail(`unexpected ${nodeText(node)}`);
      nodes.push(node);
    }
    this.add(this.state.name, { kind: 'list', nodes });
    return this.trees;
  }

  /** `{{define}}` stands at top level only. */
  private tryDefinition(): boolean {
    const { stream } = this.state;
    if (stream.peek().kind !== 'leftDelim') return false;
    const delim = stream.next();
    const token = stream.nextNonSpace();
    if (token.kind === 'define') {
      this.definition();
      return true;
    }
    stream.backup(delim, token);
    return false;
  }

  private definition(): void {
    const context = 'define clause';
    const name = this.templateName(this.state.stream.nextNonSpace(), context);
    this.state.expect('rightDelim', context);
    this.add(name, this.ownScope(context));
  }

  /** The body of a define or block, whose only variable is `$`. */
  private ownScope(context: string): ListNode {
    const { rangeDepth } = this;
    this.rangeDepth = 0;
    const variables = this.state.replaceVariables(['$']);
    const { list, end } = this.list();
    if (end.kind !== 'end') this.state.fail(`unexpected ${nodeText(end)} in ${context}`);
    this.state.replaceVariables(variables);
    this.rangeDepth = rangeDepth;
    return list;
  }

  private add(name: string, list: ListNode): void {
    const existing = this.trees.get(name);
    if (existing === undefined || isBlank(existing)) this.trees.set(name, list);
    else if (!isBlank(list)) {
      this.state.fail(`template: multiple definition of template ${quote(name)}`);
    }
  }

  private list(): { list: ListNode; end: MarkNode } {
    const nodes: StatementNode[] = [];
    this.state.enter();
    while (this.state.stream.peekNonSpace().kind !== 'eof') {
      const node = this.textOrAction();
      if (isListEnd(node)) {
        this.state.leave();
        return { list: { kind: 'list', nodes }, end: node };
      }
      nodes.push(node);
    }
    return this.state.fail('unexpected EOF');
  }

  private textOrAction(): StatementNode {
    const token = this.state.stream.nextNonSpace();
    if (token.kind === 'text') return { kind: 'text', position: token.position, text: token.text };
    if (token.kind !== 'leftDelim') return this.state.unexpected(token, 'input');
    this.state.actionLine = token.line;
    const node = this.action();
    this.state.actionLine = 0;
    return node;
  }

  private action(): StatementNode {
    const { stream } = this.state;
    const token = stream.nextNonSpace();
    const control = isKeyword(token.kind) ? this.controls[token.kind] : undefined;
    if (control !== undefined) return control(token);
    stream.backup(token);
    const { position } = stream.peek();
    return { kind: 'action', position, pipe: this.pipelines.pipeline('command', 'rightDelim') };
  }

  private readonly controls: Partial<Record<Keyword, (token: Token) => StatementNode>> = {
    block: (token) => this.block(token),
    break: (token) => this.loopExit('break', token),
    continue: (token) => this.loopExit('continue', token),
    else: () => this.elseMark(),
    end: () => ({ kind: 'end', position: this.state.expect('rightDelim', 'end').position }),
    if: () => this.branch('if'),
    range: () => this.branch('range'),
    template: () => this.template(),
    with: () => this.branch('with'),
  };

  private loopExit(kind: 'break' | 'continue', { position }: Token): MarkNode {
    const token = this.state.stream.nextNonSpace();
    if (token.kind !== 'rightDelim') this.state.unexpected(token, `{{${kind}}}`);
    if (this.rangeDepth === 0) this.state.fail(`{{${kind}}} outside {{range}}`);
    return { kind, position };
  }

  /** `else if` and `else with` leave their keyword to the branch that they belong to. */
  private elseMark(): MarkNode {
    const next = this.state.stream.peekNonSpace();
    if (next.kind === 'if' || next.kind === 'with')
      return { kind: 'else', position: next.position };
    return { kind: 'else', position: this.state.expect('rightDelim', 'else').position };
  }

  private branch(kind: BranchNode['kind']): BranchNode {
    const scope = this.state.variables.length;
    const pipe = this.pipelines.pipeline(kind, 'rightDelim');
    if (kind === 'range') this.rangeDepth += 1;
    const { list, end } = this.list();
    if (kind === 'range') this.rangeDepth -= 1;
    const otherwise = end.kind === 'else' ? this.otherwise(kind) : undefined;
    this.state.variables.length = scope;
    return { kind, position: pipe.position, pipe, list, otherwise };
  }

  private otherwise(kind: BranchNode['kind']): ListNode {
    const { stream } = this.state;
    if (kind !== 'range' && stream.peek().kind === kind) {
      stream.next();
      this.state.enter();
      const nodes = [this.branch(kind)];
      this.state.leave();
      return { kind: 'list', nodes };
    }
    const { list, end } = this.list();
    if (end.kind !== 'end') this.state.fail(`expected end; found ${nodeText(end)}`);
    return list;
  }

  private template(): StatementNode {
    const { stream } = this.state;
    const token = stream.nextNonSpace();
    const name = this.templateName(token, 'template clause');
    const next = stream.nextNonSpace();
    if (next.kind === 'rightDelim') {
      return { kind: 'template', position: token.position, name, pipe: undefined };
    }
    stream.backup(next);
    const pipe = this.pipelines.pipeline('template clause', 'rightDelim');
    return { kind: 'template', position: token.position, name, pipe };
  }

  /** A definition and its use in one. */
  private block({ position }: Token): StatementNode {
    const context = 'block clause';
    const name = this.templateName(this.state.stream.nextNonSpace(), context);
    const pipe = this.pipelines.pipeline(context, 'rightDelim');
    this.add(name, this.ownScope(context));
    return { kind: 'template', position, name, pipe };
  }

  private templateName(token: Token, context: string): string {
    if (token.kind !== 'string' && token.kind !== 'rawString') {
      return this.state.unexpected(token, context);
    }
    return unquote(token.text) ?? this.state.fail('invalid syntax');
  }
}

function isListEnd(node: StatementNode): node is MarkNode {
  return node.kind === 'end' || node.kind === 'else';
}

/** Nothing but blanks: such a definition gives way to another. */
/** White space and nothing else. */
export function isBlank(list: ListNode): boolean {
  return list.nodes.every((node) => node.kind === 'text' && node.text.trim() === '');
}
