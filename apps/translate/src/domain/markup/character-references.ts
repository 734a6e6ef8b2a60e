import { decodeHTMLStrict, decodeXMLStrict } from 'entities';
import type { MarkupKind } from './markup-tokens.js';

const REFERENCE = /&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]*);/giu;

/** What has a meaning in markup, and how it is written where it has none. */
const MEANT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;' };

const SINGLE = /^.$/su;

/** How one document writes its characters: read before its texts, used for those of the translation. */
export class CharacterReferences {
  readonly #decode: (reference: string) => string;
  readonly #written: ReadonlyMap<string, string>;
  readonly #pattern: RegExp | undefined;

  constructor(texts: readonly string[], kind: MarkupKind) {
    this.#decode = kind === 'xml' ? decodeXMLStrict : decodeHTMLStrict;
    const bare = new Set(texts.flatMap((text) => Array.from(text.replace(REFERENCE, ''))));
    const found = texts
      .flatMap((text) => [...text.matchAll(REFERENCE)])
      .map(([reference]) => reference);
    const pairs = found.map((reference) => [this.#decode(reference), reference] as const);
    // The first way of writing wins: a map keeps the last one that it is given.
    const all = [...Object.entries(MEANT), ...pairs.reverse()];
    this.#written = new Map(
      all.filter(([character]) => SINGLE.test(character) && !bare.has(character)),
    );
    const written = [...this.#written.keys()];
    this.#pattern = written.length === 0 ? undefined : patternOf(written);
  }

  /** The text that a reader sees. References that name nothing stay as they are written. */
  read(raw: string): string {
    return raw.replace(REFERENCE, (reference) => this.#decode(reference));
  }

  /** Characters as the source writes them: `&nbsp;` stays one, `é` stays bare. */
  write = (text: string): string => {
    if (this.#pattern === undefined) return text;
    return text.replace(this.#pattern, (character) => this.#written.get(character) ?? character);
  };
}

const patternOf = (characters: readonly string[]): RegExp =>
  new RegExp(characters.map(codePointEscape).join('|'), 'gu');

const codePointEscape = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
