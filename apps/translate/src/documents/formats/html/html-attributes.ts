import { createHash } from 'node:crypto';
import { decodeHTML, escapeAttribute } from 'entities';
import { tokensOf } from '../../../text/markup/markup-tokens.js';

/** What readers see or hear of an element beside its content. */
const SPOKEN: ReadonlySet<string> = new Set([
  ...['alt', 'title', 'placeholder', 'label', 'summary', 'aria-label', 'aria-description'],
  ...['aria-placeholder', 'aria-roledescription', 'aria-valuetext'],
]);
/** Meta data that are words. */
const SPOKEN_META =
  /\s(?:name|property|itemprop)\s*=\s*["']?(?:description|keywords|name|og:(?:title|description|site_name|image:alt)|twitter:(?:title|description|image:alt))["'\s>/]/i;
const BUTTON = /\stype\s*=\s*["']?(?:submit|button|reset)\b/i;
const NOT_TRANSLATED = /\stranslate\s*=\s*["']?no\b/i;

const ATTRIBUTE = /(\s([^\s"'<>/=]+)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'=<>`]+)/g;

/** Stands for a value: no text has these signs, which belong to nobody. */
const [BEGIN, END] = ['\ue000', '\ue001'];
const MARK = new RegExp(`"${BEGIN}([\\w-]+)${END}"`, 'g');

interface Value {
  /** As it is written, with its quotes. */
  readonly raw: string;
  readonly text: string;
}

/** Attributes that are words, apart from the document that they stand in. */
export class HtmlAttributes {
  /** The document with a mark in the place of each value; the same value always has the same. */
  readonly marked: string;
  readonly #values = new Map<string, Value>();

  constructor(source: string) {
    this.marked =
      source.includes(BEGIN) || source.includes(END)
        ? source
        : tokensOf(source, 'html')
            .map((token) => (isTag(token) ? this.#withMarks(token.name, token.raw) : token.raw))
            .join('');
  }

  /** In the order in which they come, each once. */
  get texts(): readonly string[] {
    return [...this.#values.values()].map(({ text }) => text);
  }

  /** @param translations one for each of the texts */
  filled(document: string, translations: readonly string[]): string {
    const places = new Map([...this.#values.keys()].map((key, at) => [key, at]));
    return document.replaceAll(MARK, (mark, key: string) => {
      const value = this.#values.get(key);
      if (value === undefined) return mark;
      const translation = translations[places.get(key) ?? -1] ?? value.text;
      return translation === value.text ? value.raw : `"${escapeAttribute(translation)}"`;
    });
  }

  #withMarks(name: string, tag: string): string {
    if (NOT_TRANSLATED.test(tag)) return tag;
    let position = 0;
    let marked = '';
    for (const { 0: all, 1: before = '', 2: attribute = '', 3: raw = '', index } of tag.matchAll(
      ATTRIBUTE,
    )) {
      const text = decodeHTML(/^["']/.test(raw) ? raw.slice(1, -1) : raw);
      if (!/\p{L}/u.test(text) || !isSpoken(name, attribute.toLowerCase(), tag)) continue;
      const key = createHash('sha256').update(raw).digest('base64url').slice(0, 12);
      this.#values.set(key, { raw, text });
      marked += `${tag.slice(position, index)}${before}"${BEGIN}${key}${END}"`;
      position = index + all.length;
    }
    return marked + tag.slice(position);
  }
}

const isTag = <T extends { readonly kind: string }>(
  token: T,
): token is Extract<T, { readonly kind: 'open' | 'single' }> =>
  token.kind === 'open' || token.kind === 'single';

function isSpoken(element: string, attribute: string, tag: string): boolean {
  if (SPOKEN.has(attribute)) return true;
  if (attribute === 'content') return element === 'meta' && SPOKEN_META.test(tag);
  return attribute === 'value' && element === 'input' && BUTTON.test(tag);
}
