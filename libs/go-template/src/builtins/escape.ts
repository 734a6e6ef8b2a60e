import { type TemplateFunction, variadic } from '../exec/function.js';
import { isPrintable } from '../format/quote.js';
import { sprint } from '../format/print.js';
import type { Budget } from '../values/limits.js';
import { rawByteOf, runeOf, runeText, toBytes } from '../values/go-string.js';
import type { Value } from '../values/value.js';

/** Go's `html`, `js` and `urlquery`: they print their arguments as `print` does and escape that. */
export const escapes: Record<string, TemplateFunction> = {
  html: variadic([], 'any', (args, budget) => escapeHtml(textOf(args, budget))),
  js: variadic([], 'any', (args, budget) => escapeJs(textOf(args, budget))),
  urlquery: variadic([], 'any', (args, budget) => escapeQuery(textOf(args, budget))),
};

const HTML = new Map([
  ['"', '&#34;'],
  ["'", '&#39;'],
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\0', '\ufffd'],
]);

/** As Go's `template.HTMLEscapeString`. */
export function escapeHtml(text: string): string {
  return text.replace(/["'&<>\0]/g, (char) => HTML.get(char) ?? char);
}

const JS = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['"', '\\"'],
  ['<', '\\u003C'],
  ['>', '\\u003E'],
  ['&', '\\u0026'],
  ['=', '\\u003D'],
]);

function escapeJs(text: string): string {
  return Array.from(text, escapeJsChar).join('');
}

function escapeJsChar(char: string): string {
  const escaped = JS.get(char);
  if (escaped !== undefined) return escaped;
  if (rawByteOf(char) !== undefined) return char;
  const point = runeOf(char);
  const isShown = point < 0x80 ? point >= 0x20 : isPrintable(runeText(point));
  if (isShown) return char;
  return `\\u${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

function escapeQuery(text: string): string {
  let escaped = '';
  for (const byte of toBytes(text)) {
    const char = String.fromCharCode(byte);
    if (/[A-Za-z0-9\-_.~]/.test(char)) escaped += char;
    else if (char === ' ') escaped += '+';
    else escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return escaped;
}

function textOf(args: readonly Value[], budget: Budget): string {
  const [only] = args;
  if (args.length === 1 && typeof only === 'string') return only;
  return sprint(
    args.map((arg) => arg ?? '<no value>'),
    budget,
  );
}
