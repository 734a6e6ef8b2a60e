import { quote, unicodeNotation } from '../format/quote.js';
import { scanNumber } from './number-scan.js';
import { isKeyword, type Token, type TokenKind } from './token.js';

export interface Delims {
  readonly left: string;
  readonly right: string;
}

const WORD = /^[\p{L}\p{Nd}_]$/u;
const BLANK = /^[ \t\r\n]$/;
const SINGLE: Partial<Record<string, TokenKind>> = { '=': 'assign', '|': 'pipe' };

/** Splits a template into tokens, one at a time: an error is found only when it is reached. */
export class Lexer {
  private position = 0;
  private start = 0;
  private line = 1;
  private lineAt = 0;
  private parens = 0;
  private isInAction = false;
  private isDone = false;

  constructor(
    private readonly input: string,
    private readonly delims: Delims,
  ) {}

  next(): Token {
    if (this.isDone) return this.token('eof');
    return this.isInAction ? this.insideAction() : this.outsideAction();
  }

  private outsideAction(): Token {
    for (;;) {
      const at = this.input.indexOf(this.delims.left, this.position);
      if (at < 0) return this.rest();
      const text = this.textBefore(at);
      if (text !== undefined) return text;
      const action = this.leftDelim(at);
      if (action !== undefined) return action;
    }
  }

  private rest(): Token {
    this.position = this.input.length;
    if (this.position > this.start) return this.emit('text');
    this.isDone = true;
    return this.token('eof');
  }

  /** The text before an action, without the blanks that a trim marker removes. */
  private textBefore(at: number): Token | undefined {
    if (at === this.position) return undefined;
    const trims = this.hasLeftTrim(at + this.delims.left.length);
    const end = trims ? trimmedEnd(this.input, this.start, at) : at;
    this.position = end;
    const token = end > this.start ? this.emit('text') : undefined;
    this.skipTo(at);
    return token;
  }

  private leftDelim(at: number): Token | undefined {
    const afterDelim = at + this.delims.left.length;
    const afterMarker = this.hasLeftTrim(afterDelim) ? afterDelim + 2 : afterDelim;
    if (this.input.startsWith('/*', afterMarker)) return this.comment(afterMarker);
    this.position = afterDelim;
    const token = this.emit('leftDelim');
    this.skipTo(afterMarker);
    this.isInAction = true;
    this.parens = 0;
    return token;
  }

  /** A comment takes the whole action and yields no token. */
  private comment(from: number): Token | undefined {
    this.skipTo(from);
    const close = this.input.indexOf('*/', from + 2);
    if (close < 0) return this.error('unclosed comment');
    this.position = close + 2;
    const trims = this.hasRightTrim(this.position);
    const delimAt = trims ? this.position + 2 : this.position;
    if (!this.input.startsWith(this.delims.right, delimAt)) {
      return this.error('comment ends before closing delimiter');
    }
    this.skipTo(delimAt + this.delims.right.length);
    if (trims) this.skipBlanks();
    return undefined;
  }

  private insideAction(): Token {
    const trims = this.hasRightTrim(this.position);
    if (trims || this.input.startsWith(this.delims.right, this.position)) {
      return this.parens > 0 ? this.error('unclosed left paren') : this.rightDelim(trims);
    }
    const char = this.charAt(this.position);
    if (char === '') return this.error('unclosed action');
    if (BLANK.test(char)) return this.space();
    return this.punctuation(char) ?? this.literal(char) ?? this.word(char);
  }

  private rightDelim(trims: boolean): Token {
    if (trims) this.skipTo(this.position + 2);
    this.position += this.delims.right.length;
    const token = this.emit('rightDelim');
    if (trims) this.skipBlanks();
    this.isInAction = false;
    return token;
  }

  private space(): Token {
    const start = this.position;
    while (BLANK.test(this.charAt(this.position))) this.position += 1;
    // The last blank may belong to a trim marker: " -}}".
    if (this.hasRightTrim(this.position - 1)) {
      this.position -= 1;
      if (this.position === start) return this.insideAction();
    }
    return this.emit('space');
  }

  private punctuation(char: string): Token | undefined {
    const kind = SINGLE[char];
    if (kind !== undefined) return this.advance(char, kind);
    switch (char) {
      case ':':
        this.position += 1;
        return this.charAt(this.position) === '='
          ? this.advance('=', 'declare')
          : this.error('expected :=');
      case '(':
        this.parens += 1;
        return this.advance(char, 'leftParen');
      case ')':
        this.parens -= 1;
        return this.parens < 0
          ? this.error('unexpected right paren')
          : this.advance(char, 'rightParen');
      default:
        return undefined;
    }
  }

  private literal(char: string): Token | undefined {
    switch (char) {
      case '"':
        return this.quoted('"', 'string', 'unterminated quoted string');
      case "'":
        return this.quoted("'", 'charConstant', 'unterminated character constant');
      case '`':
        return this.rawString();
      default:
        return this.isNumberStart(char) ? this.number() : undefined;
    }
  }

  private isNumberStart(char: string): boolean {
    if (char === '.') return /^[0-9]?$/.test(this.charAt(this.position + 1));
    return /^[-+0-9]$/.test(char);
  }

  private word(char: string): Token {
    if (char === '$') return this.fieldOrVariable('variable');
    if (char === '.') return this.fieldOrVariable('field');
    if (WORD.test(char)) return this.identifier();
    if (char >= ' ' && char <= '~') return this.advance(char, 'char');
    return this.error(`unrecognized character in action: ${describeChar(char)}`);
  }

  private quoted(mark: string, kind: TokenKind, complaint: string): Token {
    for (this.position += 1; ; this.position += 1) {
      const char = this.input.charAt(this.position);
      if (char === '' || char === '\n') return this.error(complaint);
      if (char === mark) return this.advance(mark, kind);
      const escaped = this.input.charAt(this.position + 1);
      if (char === '\\' && escaped !== '' && escaped !== '\n') this.position += 1;
    }
  }

  private rawString(): Token {
    const close = this.input.indexOf('`', this.position + 1);
    if (close < 0) return this.error('unterminated raw quoted string');
    this.position = close + 1;
    return this.emit('rawString');
  }

  private number(): Token {
    const first = scanNumber(this.input, this.position);
    this.position = first.end;
    if (!first.isValid) return this.badNumber();
    if (!/^[-+]$/.test(this.charAt(this.position))) return this.emit('number');
    const second = scanNumber(this.input, this.position);
    this.position = second.end;
    const isComplex = second.isValid && this.input.charAt(second.end - 1) === 'i';
    return isComplex ? this.emit('complex') : this.badNumber();
  }

  private badNumber(): Token {
    return this.error(`bad number syntax: ${quote(this.input.slice(this.start, this.position))}`);
  }

  private identifier(): Token {
    this.skipWord();
    if (!this.isAtTerminator()) return this.badCharacter();
    const word = this.input.slice(this.start, this.position);
    if (isKeyword(word)) return this.emit(word);
    return this.emit(word === 'true' || word === 'false' ? 'bool' : 'identifier');
  }

  private fieldOrVariable(kind: 'field' | 'variable'): Token {
    this.position += 1;
    if (this.isAtTerminator()) return this.emit(kind === 'variable' ? 'variable' : 'dot');
    this.skipWord();
    return this.isAtTerminator() ? this.emit(kind) : this.badCharacter();
  }

  private badCharacter(): Token {
    return this.error(`bad character ${describeChar(this.charAt(this.position))}`);
  }

  private skipWord(): void {
    for (;;) {
      const char = this.charAt(this.position);
      if (!WORD.test(char)) return;
      this.position += char.length;
    }
  }

  private isAtTerminator(): boolean {
    const char = this.charAt(this.position);
    if (char === '' || BLANK.test(char) || '.,|:()'.includes(char)) return true;
    return this.input.startsWith(this.delims.right, this.position);
  }

  private charAt(position: number): string {
    const point = this.input.codePointAt(position);
    return point === undefined ? '' : String.fromCodePoint(point);
  }

  /** "{{- " trims the text before. */
  private hasLeftTrim(position: number): boolean {
    return this.input.charAt(position) === '-' && BLANK.test(this.input.charAt(position + 1));
  }

  /** " -}}" trims the text after. */
  private hasRightTrim(position: number): boolean {
    return (
      BLANK.test(this.input.charAt(position)) &&
      this.input.charAt(position + 1) === '-' &&
      this.input.startsWith(this.delims.right, position + 2)
    );
  }

  private skipBlanks(): void {
    let end = this.position;
    while (BLANK.test(this.input.charAt(end))) end += 1;
    this.skipTo(end);
  }

  private skipTo(position: number): void {
    this.position = position;
    this.start = position;
  }

  private advance(char: string, kind: TokenKind): Token {
    this.position += char.length;
    return this.emit(kind);
  }

  private emit(kind: TokenKind): Token {
    const token = this.token(kind);
    this.start = this.position;
    return token;
  }

  private error(message: string): Token {
    this.isDone = true;
    return { kind: 'error', text: message, position: this.start, line: this.lineOf(this.start) };
  }

  private token(kind: TokenKind): Token {
    const text = this.input.slice(this.start, this.position);
    return { kind, text, position: this.start, line: this.lineOf(this.start) };
  }

  /** Tokens come in order, so that lines are counted once over the whole text. */
  private lineOf(position: number): number {
    for (; this.lineAt < position; this.lineAt += 1) {
      if (this.input.charCodeAt(this.lineAt) === 10) this.line += 1;
    }
    return this.line;
  }
}

function trimmedEnd(input: string, start: number, end: number): number {
  let at = end;
  while (at > start && BLANK.test(input.charAt(at - 1))) at -= 1;
  return at;
}

function describeChar(char: string): string {
  return unicodeNotation(char === '' ? -1 : (char.codePointAt(0) ?? 0), true);
}
