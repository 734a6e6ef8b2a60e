import { escapeHtml } from '@sextant/platform-mail';

/** Text that is safe in HTML, made by `html` only. */
export class Html {
  constructor(readonly text: string) {}
}

/** Text as it is, or what is HTML by now. */
export type Words = Html | string;

type Part = Html | string | number | undefined | readonly Html[];

/** Every value is escaped, unless it is `Html` itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

function textOf(value: Part): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
}

/** HTML of the engine's own making that goes into a page as it is. */
export const trusted = (text: string): Html => new Html(text);
