import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { untranslatableIn } from '../../../src/text/untranslatable.js';

/** A hundred sentences of our own: placeholders, quotes, tags, labels, times, lists. */
export const sentencesOf = (language: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, '..', `${language}.txt`), 'utf8')
    .trim()
    .split('\n');

/** What a document says, in the order of reading. */
export interface Content {
  readonly language: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly quote: string;
  readonly items: readonly string[];
  /** Of a table of two columns. */
  readonly cells: readonly string[];
}

const SENTENCES = 20;

/** @param part of five: all of them together say each sentence of the language once */
export function contentOf(language: string, part: number): Content {
  const own = sentencesOf(language).slice(part * SENTENCES, (part + 1) * SENTENCES);
  const [title = '', quote = '', ...rest] = own;
  return {
    ...{ language, title, quote },
    paragraphs: rest.slice(0, 7),
    items: rest.slice(7, 12),
    cells: rest.slice(12),
  };
}

export const linesOf = ({ title, paragraphs, quote, items, cells }: Content): readonly string[] => [
  title,
  ...paragraphs,
  quote,
  ...items,
  ...cells,
];

export const rowsOf = ({ cells }: Content): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(cells.length / 2) }, (_row, at) =>
    cells.slice(2 * at, 2 * at + 2),
  );

/** A sentence as a format writes it, one of its words in bold where it has a plain one. */
export function withBold(
  sentence: string,
  { plain, bold }: { plain: (text: string) => string; bold: (text: string) => string },
): string {
  const kept = untranslatableIn(sentence);
  const word = [...sentence.matchAll(/(?<![\p{L}\p{N}'’_-])\p{L}{4,}(?![\p{L}\p{N}'’_-])/gu)].find(
    ({ 0: text, index }) =>
      !kept.some(({ start, end }) => start < index + text.length && index < end),
  );
  if (word === undefined) return plain(sentence);
  const end = word.index + word[0].length;
  const [before, after] = [sentence.slice(0, word.index), sentence.slice(end)];
  return (before && plain(before)) + bold(word[0]) + (after && plain(after));
}
