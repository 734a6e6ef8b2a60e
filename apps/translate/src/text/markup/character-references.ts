import { decodeHTMLStrict, decodeXMLStrict } from 'entities';
import type { MarkupKind } from './markup-tokens.js';

const REFERENCE = /&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]*);/giu;

/** What has a meaning in markup, and how it is written where it has none. */
const MEANT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;' };

/** These stay escaped even beside bare ones, or what was text would become markup. */
const ALWAYS_ESCAPED: ReadonlySet<string> = new Set(['&', '<', '>']);

const SINGLE = /^.$/su;

/** What a reader of markup would take for a tag. */
const TAG_START = /<(?=[\p{L}/!?])/u;

/** A stretch of a text: what it says, or a reference that must stay as it is written. */
export interface Reading {
  readonly text: string;
  readonly isFixed: boolean;
}

/** How one document writes its characters: read before its texts, used for those of the translation. */
export class CharacterReferences {
  readonly #decode: (reference: string) => string;
  readonly #written: ReadonlyMap<string, string>;
  readonly #pattern: RegExp;

  constructor(texts: readonly string[], kind: MarkupKind) {
    this.#decode = kind === 'xml' ? decodeXMLStrict : decodeHTMLStrict;
    this.#written = this.#writtenIn(texts);
    const characters = [...this.#written.keys()].filter((key) => SINGLE.test(key)).map(escaped);
    // One class, not one alternative for each: a document may write thousands of characters so.
    const alternatives = characters.length === 0 ? [] : [`[${characters.join('')}]`];
    // An engine must not write a tag where the source has none.
    if (!texts.some((text) => TAG_START.test(text))) alternatives.push(TAG_START.source);
    this.#pattern = new RegExp([REFERENCE.source, ...alternatives].join('|'), 'giu');
  }

  /** The text that a reader sees, and between it references that only another reader may know. */
  read(raw: string): readonly Reading[] {
    const readings: Reading[] = [];
    let text = '';
    let end = 0;
    for (const { 0: reference, index } of raw.matchAll(REFERENCE)) {
      const character = this.#decode(reference);
      text += raw.slice(end, index);
      end = index + reference.length;
      if (character !== reference) text += character;
      else {
        readings.push({ text, isFixed: false }, { text: reference, isFixed: true });
        text = '';
      }
    }
    readings.push({ text: text + raw.slice(end), isFixed: false });
    return readings.filter((reading) => reading.text !== '');
  }

  /** Characters as the source writes them: `&nbsp;` stays one, `é` stays bare. */
  write = (text: string): string =>
    text.replace(this.#pattern, (found) => {
      const written = this.#written.get(found);
      if (written !== undefined) return written;
      // What only looks like a reference is text: its first sign is written, the rest follows as it is.
      if (found.length > 1) return (this.#written.get('&') ?? '&') + found.slice(1);
      return MEANT[found] ?? found;
    });

  /** By character. */
  #writtenIn(texts: readonly string[]): ReadonlyMap<string, string> {
    const bare = new Set(texts.flatMap((text) => Array.from(text.replace(REFERENCE, ''))));
    const references = texts.flatMap((text) => text.match(REFERENCE) ?? []);
    const pairs = references.map((reference) => [this.#decode(reference), reference] as const);
    const isWritten = ([character]: readonly [string, string]) =>
      SINGLE.test(character) && (!bare.has(character) || ALWAYS_ESCAPED.has(character));
    const defaults = Object.entries(MEANT).filter(([character]) => !bare.has(character));
    const known = pairs.filter(([character, reference]) => character !== reference);
    // The first way of writing wins: a map keeps the last that it is given.
    return new Map([...defaults, ...known.filter(isWritten).reverse()]);
  }
}

const escaped = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
