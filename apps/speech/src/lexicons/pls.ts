import { SaxesParser } from 'saxes';
import { invalid } from '../errors/request-errors.js';
import type { LexiconEntry, Pronunciation } from './lexicon.js';

export interface ReadPls {
  /** Of the document's `xml:lang`. */
  readonly language: string | undefined;
  readonly entries: readonly LexiconEntry[];
}

interface Lexeme {
  readonly graphemes: string[];
  said: Pronunciation | undefined;
}

/**
 * Reads a pronunciation lexicon (W3C PLS 1.0): each `grapheme` of a `lexeme` is said as its first `alias` or `phoneme`. The
 * alphabet is IPA.
 *
 * @throws {Problem} `validation_failed` with line and column
 */
export function readPls(xml: string): ReadPls {
  const parser = new SaxesParser();
  const reader = new PlsReader((what) => refused(parser, what));
  parser.on('error', (error) => {
    throw refused(parser, error.message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('doctype', () => {
    throw refused(parser, 'document types are not accepted');
  });
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('closetag', ({ name }) => reader.close(name));
  parser.write(xml).close();
  return reader.result();
}

const refused = ({ line, column }: SaxesParser, what: string): Error =>
  invalid('pls', `The lexicon is not valid: ${what} (line ${line}, column ${column}).`);

class PlsReader {
  readonly #entries: LexiconEntry[] = [];
  #language: string | undefined;
  #lexeme: Lexeme | undefined;
  #text = '';
  #isRoot = true;

  constructor(private readonly refuse: (what: string) => Error) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isRoot && name !== 'lexicon') throw this.refuse('its root is not <lexicon>');
    this.#isRoot = false;
    if (name === 'lexicon') this.#language = attributes['xml:lang'];
    const alphabet = attributes['alphabet'];
    if (alphabet !== undefined && alphabet !== 'ipa') {
      throw this.refuse(`the alphabet "${alphabet.slice(0, 40)}" is not known, only ipa`);
    }
    if (name === 'lexeme') this.#lexeme = { graphemes: [], said: undefined };
    this.#text = '';
  }

  text(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    const text = this.#text.replaceAll(/\s+/gu, ' ').trim();
    this.#text = '';
    if (name === 'grapheme') this.#lexeme?.graphemes.push(text);
    if (name === 'alias' && this.#lexeme !== undefined) this.#lexeme.said ??= { alias: text };
    if (name === 'phoneme' && this.#lexeme !== undefined) this.#lexeme.said ??= { ipa: text };
    if (name === 'lexeme') this.endLexeme();
  }

  result(): ReadPls {
    return { language: this.#language, entries: this.#entries };
  }

  private endLexeme(): void {
    const { graphemes = [], said } = this.#lexeme ?? {};
    this.#lexeme = undefined;
    if (graphemes.length === 0) throw this.refuse('a <lexeme> has no <grapheme>');
    if (said === undefined) throw this.refuse('a <lexeme> has neither <alias> nor <phoneme>');
    for (const grapheme of graphemes) this.#entries.push({ grapheme, said });
  }
}
