import { quote } from '../format/quote.js';
import { byteLength } from '../values/go-string.js';

/** What the lexer tells apart. Words such as `if` have their own kind, so that they are no names. */
export type TokenKind =
  | 'error'
  | 'bool'
  | 'char'
  | 'charConstant'
  | 'complex'
  | 'assign'
  | 'declare'
  | 'eof'
  | 'field'
  | 'identifier'
  | 'leftDelim'
  | 'leftParen'
  | 'number'
  | 'pipe'
  | 'rawString'
  | 'rightDelim'
  | 'rightParen'
  | 'space'
  | 'string'
  | 'text'
  | 'variable'
  | 'dot'
  | Keyword;

export const KEYWORDS = [
  'block',
  'break',
  'continue',
  'define',
  'else',
  'end',
  'if',
  'nil',
  'range',
  'template',
  'with',
] as const;

export type Keyword = (typeof KEYWORDS)[number];

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Where it starts, in UTF-16 code units. */
  readonly position: number;
  /** Line on which it starts, from 1. */
  readonly line: number;
}

const keywords: ReadonlySet<string> = new Set(KEYWORDS);

export function isKeyword(word: string): word is Keyword {
  return keywords.has(word);
}

/** A token as error messages name it. */
export function describeToken({ kind, text }: Token): string {
  if (kind === 'eof') return 'EOF';
  if (kind === 'error') return text;
  if (kind === 'dot' || isKeyword(kind)) return `<${text}>`;
  const start = Array.from(text).slice(0, 10).join('');
  return byteLength(text) > 10 ? `${quote(start)}...` : quote(text);
}
