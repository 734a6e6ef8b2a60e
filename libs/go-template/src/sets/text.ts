import { display } from '../format/printer.js';
import { canonical } from '../values/go-string.js';
import type { Budget } from '../values/limits.js';
import type { Value } from '../values/value.js';

const BLANKS =
  '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING = new RegExp(`^[${BLANKS}]+`);
const BLANK = new RegExp(`^[${BLANKS}]$`);

/** As Go's `strings.TrimSpace`. */
export function trimSpace(text: string): string {
  let end = text.length;
  while (end > 0 && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(LEADING, '');
}

export interface Replacement {
  readonly from: string;
  readonly to: string;
  readonly budget: Budget;
}

/** As Go's `strings.ReplaceAll`; the length is checked before anything is built. */
export function replaceText(text: string, { from, to, budget }: Replacement): string {
  if (from === '') {
    const chars = Array.from(text);
    budget.checkLength(text.length + (chars.length + 1) * to.length);
    return canonical(to + chars.map((char) => char + to).join(''));
  }
  const parts = text.split(from);
  budget.checkLength(text.length + (parts.length - 1) * (to.length - from.length));
  return canonical(parts.join(to));
}

/** As Go's `strings.Split`. */
export function splitText(separator: string, text: string, budget: Budget): string[] {
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  budget.charge(parts.length >>> 3);
  return parts;
}

/** The texts of a list with a separator between them; nil is left out. */
export function joinTexts(separator: string, list: readonly Value[], budget: Budget): string {
  const texts = list
    .filter((element) => element !== undefined && element !== null)
    .map((element) => display(element, budget));
  const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
  budget.checkLength(length);
  return canonical(texts.join(separator));
}
