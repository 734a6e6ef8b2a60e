import { ParseError } from '../errors.js';
import type { ParseOptions } from './parser.js';
import { describeToken, type Token, type TokenKind } from './token.js';
import { TokenStream } from './token-stream.js';

/** Deeper nesting is refused, so that no text can exhaust the stack. */
const MAX_NESTING = 500;

/** What all parts of the parser share. */
export class ParserState {
  readonly stream: TokenStream;
  readonly name: string;
  readonly hasFunction: (name: string) => boolean;
  variables = ['$'];
  /** Line on which the current action began, 0 outside of actions. */
  actionLine = 0;
  private nesting = 0;

  constructor(
    private readonly text: string,
    options: ParseOptions,
  ) {
    this.stream = new TokenStream(text, options.delims);
    this.name = options.name;
    this.hasFunction = options.hasFunction;
  }

  /** @returns the variables that were there before */
  replaceVariables(variables: string[]): string[] {
    const before = this.variables;
    this.variables = variables;
    return before;
  }

  enter(): void {
    this.nesting += 1;
    if (this.nesting > MAX_NESTING) this.fail(`nested deeper than ${MAX_NESTING}`);
  }

  leave(): void {
    this.nesting -= 1;
  }

  expect(kind: TokenKind, context: string): Token {
    const token = this.stream.nextNonSpace();
    return token.kind === kind ? token : this.unexpected(token, context);
  }

  unexpected(token: Token, context: string): never {
    if (token.kind === 'error') this.fail(token.text + this.actionStart(token));
    this.fail(`unexpected ${describeToken(token)} in ${context}`);
  }

  fail(message: string): never {
    const { line, position } = this.stream;
    const column = position - this.text.lastIndexOf('\n', position - 1);
    throw new ParseError(`template: ${this.name}:${line}: ${message}`, column);
  }

  private actionStart(token: Token): string {
    if (this.actionLine === 0 || this.actionLine === token.line) return '';
    const start = ` started at ${this.name}:${this.actionLine}`;
    return token.text.endsWith(' action') ? start : ` in action${start}`;
  }
}
