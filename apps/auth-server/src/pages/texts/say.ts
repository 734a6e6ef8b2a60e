import { Html, html } from '../html.js';
import type { Language } from '../../languages/languages.js';
import { PAGE_TEXTS } from './index.js';
import { type TextKey } from './page-texts.js';

type Values = Readonly<Record<string, Html | string | number>>;

const PLACE = /\{([a-z]+)\}/;

/**
 * A text in the language of the page, safe in HTML.
 *
 * @param values what stands for `{name}` in the text; a value that is `Html` keeps its tags
 */
export function say(
  { language }: { readonly language: Language },
  key: TextKey,
  values: Values = {},
) {
  const parts = PAGE_TEXTS[language][key].split(PLACE);
  return new Html(
    parts.map((part, at) => (at % 2 === 0 ? html`${part}` : html`${values[part]}`).text).join(''),
  );
}
