import { runeText, toText } from './go-string.js';

/** Go maps each code point to one; of Unicode's longer mappings only these have a one-point form. */
const SHORT_UPPER = new Map([
  [0x1fb3, 0x1fbc],
  [0x1fc3, 0x1fcc],
  [0x1ff3, 0x1ffc],
]);

/** As Go's `strings.ToUpper`. */
export function toUpper(text: string): string {
  return isAscii(text) ? text.toUpperCase() : Array.from(toText(text), upperPoint).join('');
}

/** As Go's `strings.ToLower`. */
export function toLower(text: string): string {
  return isAscii(text) ? text.toLowerCase() : Array.from(toText(text), lowerPoint).join('');
}

/** As Go's `strings.Title`: the first character of each word is upper-cased, the others stay. */
export function toTitle(text: string): string {
  let previous = ' ';
  let title = '';
  for (const char of toText(text)) {
    title += isSeparator(previous) ? titlePoint(char) : char;
    previous = char;
  }
  return title;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) return false;
  }
  return true;
}

/** In ASCII all but letters, digits and the underscore; beyond it blanks only. */
function isSeparator(char: string): boolean {
  return isAscii(char) ? /[^A-Za-z0-9_]/.test(char) : /[\p{Z}\u0085]/u.test(char);
}

function upperPoint(char: string): string {
  return onePoint(char.toUpperCase(), shortUpper(char));
}

function lowerPoint(char: string): string {
  return char === 'İ' ? 'i' : onePoint(char.toLowerCase(), char);
}

/** The digraphs of Croatian have a title form of their own, Georgian letters have none. */
function titlePoint(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  if (point >= 0x1c4 && point <= 0x1cc) return runeText(point - ((point - 0x1c4) % 3) + 1);
  if (point >= 0x1f1 && point <= 0x1f3) return runeText(0x1f2);
  return point >= 0x10d0 && point <= 0x10ff ? char : upperPoint(char);
}

function onePoint(mapped: string, otherwise: string): string {
  const first = String.fromCodePoint(mapped.codePointAt(0) ?? 0);
  return mapped.length === first.length ? mapped : otherwise;
}

function shortUpper(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  if (point >= 0x1f80 && point <= 0x1faf) return runeText(point | 8);
  return runeText(SHORT_UPPER.get(point) ?? point);
}
