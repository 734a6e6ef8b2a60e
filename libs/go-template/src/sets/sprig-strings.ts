import { createHash } from 'node:crypto';
import { fixed, variadic, type FunctionMap } from '../exec/function.js';
import { display } from '../format/printer.js';
import { quote } from '../format/quote.js';
import { toLower, toTitle, toUpper } from '../values/go-case.js';
import { byteLength, compareStrings, fromBytes, sliceBytes, toBytes } from '../values/go-string.js';
import type { Budget } from '../values/limits.js';
import { isList, typed, type Value } from '../values/value.js';
import { regexFind, regexFindSubmatch } from './regex.js';
import { joinTexts, replaceText, splitText, trimSpace } from './text.js';

/** Sprig's functions on strings. */
export const sprigStrings: FunctionMap = {
  trim: fixed(['string'], ([text]) => trimSpace(text)),
  trimAll: fixed(['string', 'string'], ([cutset, text]) => trimChars(text, cutset)),
  trimPrefix: fixed(['string', 'string'], ([prefix, text]) =>
    text.startsWith(prefix) ? text.slice(prefix.length) : text,
  ),
  trimSuffix: fixed(['string', 'string'], ([suffix, text]) =>
    suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text,
  ),
  upper: fixed(['string'], ([text]) => toUpper(text)),
  lower: fixed(['string'], ([text]) => toLower(text)),
  title: fixed(['string'], ([text]) => toTitle(text)),
  nospace: fixed(['string'], ([text]) =>
    Array.from(text)
      .filter((char) => trimSpace(char) !== '')
      .join(''),
  ),
  repeat: fixed(['int', 'string'], ([count, text], budget) => repeat(text, count, budget)),
  substr: fixed(['int', 'int', 'string'], ([start, end, text]) => substring(text, start, end)),
  trunc: fixed(['int', 'string'], ([count, text]) => truncateText(text, count)),
  contains: fixed(['string', 'string'], ([part, text]) => text.includes(part)),
  hasPrefix: fixed(['string', 'string'], ([part, text]) => text.startsWith(part)),
  hasSuffix: fixed(['string', 'string'], ([part, text]) => text.endsWith(part)),
  quote: variadic([], 'any', (values, budget) => quoteAll(values, budget)),
  squote: variadic([], 'any', (values, budget) =>
    present(values)
      .map((value) => `'${display(value, budget)}'`)
      .join(' '),
  ),
  cat: variadic([], 'any', (values, budget) => joinTexts(' ', present(values), budget)),
  indent: fixed(['int', 'string'], ([count, text], budget) => indent(text, count, budget)),
  nindent: fixed(['int', 'string'], ([count, text], budget) => `\n${indent(text, count, budget)}`),
  replace: fixed(['string', 'string', 'string'], ([from, to, text], budget) =>
    replaceText(text, { from, to, budget }),
  ),
  plural: fixed(['string', 'string', 'int'], ([one, many, count]) => (count === 1n ? one : many)),
  splitList: fixed(['string', 'string'], ([separator, text], budget) =>
    typed('[]string', splitText(separator, text, budget)),
  ),
  sortAlpha: fixed(['any'], ([value], budget) =>
    sortTexts(isList(value) ? value : [value], budget),
  ),
  regexFind: fixed(['string', 'string'], ([pattern, text], budget) =>
    regexFind(pattern, { text, budget }),
  ),
  regexFindSubmatch: fixed(['string', 'string'], ([pattern, text], budget) =>
    regexFindSubmatch(pattern, { text, budget }),
  ),
  b64enc: fixed(['string'], ([text]) => Buffer.from(toBytes(text)).toString('base64')),
  b64dec: fixed(['string'], ([text]) => decodeBase64(text)),
  sha256sum: fixed(['string'], ([text]) =>
    createHash('sha256').update(toBytes(text)).digest('hex'),
  ),
};

function present(values: readonly Value[]): Value[] {
  return values.filter((value) => value !== undefined && value !== null);
}

function sortTexts(list: readonly Value[], budget: Budget): Value {
  const texts = present(list).map((value) => display(value, budget));
  return typed('[]string', texts.sort(compareStrings));
}

/** What is no base64 gives Go's error text as output, as Sprig has it. */
function decodeBase64(text: string): string {
  const data = text.replace(/[\r\n]/g, '');
  const valid =
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/.exec(data)?.[0] ?? '';
  if (valid.length === data.length) return fromBytes(Buffer.from(data, 'base64'));
  const wrong = data.slice(valid.length).search(/[^A-Za-z0-9+/]/);
  return `illegal base64 data at input byte ${valid.length + Math.max(0, wrong)}`;
}

function trimChars(text: string, cutset: string): string {
  const cut = new Set(cutset);
  const chars = Array.from(text);
  const isKept = (char: string) => !cut.has(char);
  const start = chars.findIndex(isKept);
  return start < 0 ? '' : chars.slice(start, chars.findLastIndex(isKept) + 1).join('');
}

function repeat(text: string, count: bigint, budget: Budget): string {
  if (count < 0n) throw new Error('strings: negative Repeat count');
  const times = Number(count);
  budget.checkLength(text.length * times);
  return text === '' ? '' : text.repeat(times);
}

function substring(text: string, start: bigint, end: bigint): string {
  const size = byteLength(text);
  if (start < 0n) return sliceChecked(text, 0, Number(end), size);
  const isOpen = end < 0n || end > BigInt(size);
  return sliceChecked(text, Number(start), isOpen ? size : Number(end), size);
}

function sliceChecked(text: string, start: number, end: number, size: number): string {
  if (start > end || end < 0 || end > size) {
    throw new Error(`runtime error: slice bounds out of range [${start}:${end}]`);
  }
  return sliceBytes(text, start, end);
}

/** The first bytes, or for a negative count the last ones. */
function truncateText(text: string, count: bigint): string {
  const size = BigInt(byteLength(text));
  if (count < 0n)
    return size + count > 0n ? sliceBytes(text, Number(size + count), Number(size)) : text;
  return size > count ? sliceBytes(text, 0, Number(count)) : text;
}

function quoteAll(values: readonly Value[], budget: Budget): string {
  return present(values)
    .map((value) => quote(display(value, budget)))
    .join(' ');
}

function indent(text: string, count: bigint, budget: Budget): string {
  const pad = repeat(' ', count, budget);
  return pad + replaceText(text, { from: '\n', to: `\n${pad}`, budget });
}
