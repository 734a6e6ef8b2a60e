import { canonical, rawByteOf, runeOf, runeText } from '../values/go-string.js';

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

const SHORT_ESCAPES = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
]);

/** Whether Go prints a character as it is. */
export function isPrintable(char: string): boolean {
  return PRINTABLE.test(char);
}

/** A Go string literal, as `strconv.Quote`. */
export function quote(text: string): string {
  return quoteWith(text, '"', isPrintable);
}

/** A Go string literal in ASCII, as `strconv.QuoteToASCII`. */
export function quoteToAscii(text: string): string {
  return quoteWith(text, '"', isPrintableAscii);
}

/** A Go character literal, as `strconv.QuoteRune`. */
export function quoteRune(point: number): string {
  return quoteWith(runeText(point), "'", isPrintable);
}

/** A Go character literal in ASCII. */
export function quoteRuneToAscii(point: number): string {
  return quoteWith(runeText(point), "'", isPrintableAscii);
}

/** Whether a raw string literal can hold the text, as `strconv.CanBackquote`. */
export function canBackquote(text: string): boolean {
  return text.isWellFormed() && Array.from(text).every(fitsRawString);
}

function fitsRawString(char: string): boolean {
  return char === '\t' || (char >= ' ' && char !== '`' && char !== '\x7f' && char !== '\ufeff');
}

/** The notation of Go's `%U`, with the character when it can be shown: `U+0040 '@'`. */
export function unicodeNotation(point: number, withCharacter = false, digits = 4): string {
  const notation = `U+${point.toString(16).toUpperCase().padStart(digits, '0')}`;
  const shown = withCharacter && point <= 0x10ffff && isPrintable(runeText(point));
  return shown ? `${notation} '${runeText(point)}'` : notation;
}

/**
 * The text of a Go string or character literal, as `strconv.Unquote`.
 *
 * @returns undefined if the literal is malformed
 */
export function unquote(literal: string): string | undefined {
  const mark = literal.charAt(0);
  const body = literal.slice(1, -1);
  if (literal.length < 2 || !literal.endsWith(mark)) return undefined;
  if (mark === '`') return body.includes('`') ? undefined : body.replaceAll('\r', '');
  return unescape(body, mark);
}

/** The code point of a character literal without its marks. */
export function unquoteRune(body: string): { point: number; rest: string } | undefined {
  const part = nextPart(body, "'");
  if (part === undefined) return undefined;
  const point = part.byte ?? runeOf(part.text);
  return { point, rest: body.slice(part.length) };
}

function isPrintableAscii(char: string): boolean {
  return char >= ' ' && char <= '~';
}

function quoteWith(text: string, mark: string, shows: (char: string) => boolean): string {
  let quoted = mark;
  for (const char of text) quoted += quoteChar(char, mark, shows);
  return quoted + mark;
}

function quoteChar(char: string, mark: string, shows: (char: string) => boolean): string {
  if (char === mark) return `\\${mark}`;
  const escape = SHORT_ESCAPES.get(char);
  if (escape !== undefined) return escape;
  const byte = rawByteOf(char);
  if (byte !== undefined) return `\\x${hex(byte, 2)}`;
  const point = runeOf(char);
  if (shows(runeText(point))) return runeText(point);
  if (point < 0x20 || point === 0x7f) return `\\x${hex(point, 2)}`;
  return point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function unescape(body: string, mark: string): string | undefined {
  let text = '';
  for (let index = 0; index < body.length;) {
    const part = nextPart(body.slice(index), mark);
    if (part === undefined) return undefined;
    text += part.text;
    index += part.length;
  }
  return canonical(text);
}

interface Part {
  readonly text: string;
  readonly length: number;
  /** Set for \x and octal escapes, which name a byte, not a character. */
  readonly byte?: number;
}

const ESCAPED = new Map([...SHORT_ESCAPES].map(([char, escape]) => [escape.charAt(1), char]));

function nextPart(body: string, mark: string): Part | undefined {
  const char = String.fromCodePoint(body.codePointAt(0) ?? 0);
  if (body === '' || char === mark || char === '\n') return undefined;
  if (char !== '\\') return { text: char, length: char.length };
  const code = body.charAt(1);
  const simple = code === mark ? mark : ESCAPED.get(code);
  return simple === undefined ? numericPart(body) : { text: simple, length: 2 };
}

const NUMERIC_ESCAPE = /^\\(?:x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/;

function numericPart(body: string): Part | undefined {
  const match = NUMERIC_ESCAPE.exec(body);
  if (match === null) return undefined;
  const [whole, byteHex, byteOctal, short, long] = match;
  const point = parseInt(short ?? long ?? '', 16);
  if (!Number.isNaN(point)) return pointPart(point, whole.length);
  const byte = byteHex === undefined ? parseInt(byteOctal ?? '', 8) : parseInt(byteHex, 16);
  if (byte > 255) return undefined;
  const text = String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte);
  return { text, length: whole.length, byte };
}

function pointPart(point: number, length: number): Part | undefined {
  const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? { text: String.fromCodePoint(point), length } : undefined;
}
