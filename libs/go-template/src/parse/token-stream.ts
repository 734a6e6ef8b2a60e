import { Lexer, type Delims } from './lexer.js';
import type { Token } from './token.js';

/** Tokens with look-ahead. The line of an error is that of the token read last. */
export class TokenStream {
  private readonly lexer: Lexer;
  private readonly pending: Token[] = [];
  private newest: Token = { kind: 'eof', text: '', position: 0, line: 1 };

  constructor(text: string, delims: Delims) {
    this.lexer = new Lexer(text, delims);
  }

  /** Line that errors name. */
  get line(): number {
    return this.newest.line;
  }

  /** Of the same token. */
  get position(): number {
    return this.newest.position;
  }

  next(): Token {
    const token = this.pending.pop();
    if (token !== undefined) return token;
    this.newest = this.lexer.next();
    return this.newest;
  }

  peek(): Token {
    const token = this.next();
    this.backup(token);
    return token;
  }

  nextNonSpace(): Token {
    let token = this.next();
    while (token.kind === 'space') token = this.next();
    return token;
  }

  peekNonSpace(): Token {
    const token = this.nextNonSpace();
    this.backup(token);
    return token;
  }

  /** Puts tokens back; the first is read first. */
  backup(...tokens: readonly Token[]): void {
    this.pending.push(...tokens.toReversed());
  }
}
