import { fencedCodeIn } from '../../text/fenced-code.js';
import type { DocumentFormat } from './document-format.js';
import { HTML } from './html/html.js';
import { SUBTITLES } from './subtitles.js';
import { decodeText } from './text-files.js';

/** A text of more lines is translated in stretches of several lines. */
const MOST_LINES = 50_000;
const STRETCH_LENGTH = 4000;

/**
 * Text files: line ends, white space and whatever has no letters stay.
 *
 * A line is a unit: what stays the same when others change is not translated again.
 */
const TEXT: DocumentFormat = {
  name: 'text',
  extensions: ['txt'],
  mediaType: 'text/plain',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const lines = linesOf(text);
    const parts = lines.length > MOST_LINES ? together(lines) : lines;
    return {
      units: parts.map((part) => ({ kind: 'plain', text: part })),
      write: (translations) => encode(translations.join('')),
    };
  },
};

export const PLAIN_FORMATS: readonly DocumentFormat[] = [TEXT, HTML, SUBTITLES];

/** Lines with their ends; a block of code is one. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let position = 0;
  for (const { start, end } of [...fencedCodeIn(text), { start: text.length, end: text.length }]) {
    for (const [line] of text.slice(position, start).matchAll(/[^\n]*\n|[^\n]+$/g))
      lines.push(line);
    if (end > start) lines.push(text.slice(start, end));
    position = end;
  }
  return lines;
}

function together(lines: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let current = '';
  for (const line of lines) {
    if (current !== '' && current.length + line.length > STRETCH_LENGTH) {
      parts.push(current);
      current = '';
    }
    current += line;
  }
  return current === '' ? parts : [...parts, current];
}
