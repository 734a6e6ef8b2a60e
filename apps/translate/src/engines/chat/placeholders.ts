import type { MarkedText } from '../../text/marked-text.js';
import { MarkReader, writeWith, type MarkSyntax, type ReadBack } from '../remote/marks.js';

/** Signs that texts hardly ever hold, so that nothing has to be escaped. */
const SIGNS = /[⟦⟧]/;
const MARK = /⟦(\/?)(\d+)(\/?)⟧/g;

/** Tags as `⟦1⟧…⟦/1⟧`, empty ones and protected content as `⟦2/⟧`. */
const SYNTAX: MarkSyntax = {
  text: (plain) => plain,
  open: (id) => `⟦${id}⟧`,
  close: (id) => `⟦/${id}⟧`,
  alone: (id) => `⟦${id}/⟧`,
};

/**
 * Writes a segment for a model.
 *
 * @returns undefined when the text itself holds the signs of the marks
 */
export function writeMarks(segment: MarkedText): string | undefined {
  if (segment.spans.length === 0) return segment.text;
  return SIGNS.test(segment.text) ? undefined : writeWith(SYNTAX, segment);
}

/**
 * Reads what a model wrote.
 *
 * @returns undefined unless every mark is there once and they nest
 */
export function readMarks(written: string, segment: MarkedText): ReadBack | undefined {
  const reader = new MarkReader(segment);
  let end = 0;
  for (const match of written.matchAll(MARK)) {
    reader.addText(written.slice(end, match.index));
    end = match.index + match[0].length;
    const [, isClosing, number, isAlone] = match;
    const kind = isAlone === '/' ? 'alone' : isClosing === '/' ? 'close' : 'open';
    if (!reader.addMark(kind, Number(number))) return undefined;
  }
  reader.addText(written.slice(end));
  const read = reader.finish();
  return read === undefined || SIGNS.test(read.text) ? undefined : read;
}
