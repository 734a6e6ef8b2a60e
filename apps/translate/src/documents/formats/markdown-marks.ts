import { FILE_ERRORS } from './file-errors.js';

/**
 * Of one paragraph, item or cell. The parser looks for the beginning of each among all marks before it: 2,000 take it a second at
 * most, 12,000 half a minute.
 */
const MOST = 2000;
/** What may end an emphasis, a deletion or a link (CommonMark 0.31.2, section 6.2): behind a word, or other marks. */
const CLOSING = /(?<=[^\s*])\*+|(?<=[^\s~])~+|(?<=[^\s_])_+(?![\p{L}\p{N}_])|\]/gu;

const BLANK = /^[ \t>]*$/;
/** A heading or an item of a list, which ends a paragraph. */
const BEGINNING = /^ {0,3}(?:[-+*]|#{1,6})[ \t]+\S/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * Refuses a file with so many marks in one paragraph that reading it takes minutes.
 *
 * @throws {Problem} `document_invalid`
 */
export function checkMarks(text: string): void {
  for (const lines of paragraphsIn(text)) {
    if (marksIn(lines) > MOST) {
      throw FILE_ERRORS.invalid({
        message: `Invalid file data: more than ${String(MOST)} marks in one paragraph.`,
      });
    }
  }
}

/** Lines that belong together, without code between fences. */
function* paragraphsIn(text: string): Generator<readonly string[]> {
  let lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [, ticks] = FENCE.exec(line) ?? [];
    const isCode = fence !== undefined || ticks !== undefined;
    fence = fenceBehind(fence, ticks);
    const isApart = isCode || BLANK.test(line);
    if (isApart || BEGINNING.test(line)) {
      yield lines;
      lines = [];
    }
    if (!isApart) lines.push(line);
  }
  yield lines;
}

/** @param ticks those of a line that may begin or end code */
function fenceBehind(open: string | undefined, ticks: string | undefined): string | undefined {
  if (open === undefined) return ticks;
  return ticks?.startsWith(open) === true ? undefined : open;
}

/** Of a table those in the cell with most. */
function marksIn(lines: readonly string[]): number {
  const [header = '', delimiters = '', ...rows] = lines;
  const isTable = DELIMITER_ROW.test(delimiters) && cellsOf(header) === cellsOf(delimiters);
  if (!isTable) return lines.reduce((sum, line) => sum + closingIn(line), 0);
  return most([header, ...rows].flatMap((row) => row.split('|')).map(closingIn));
}

const most = (counts: readonly number[]): number =>
  counts.reduce((one, other) => Math.max(one, other), 0);

const closingIn = (text: string): number => text.match(CLOSING)?.length ?? 0;

const cellsOf = (row: string): number =>
  row
    .trim()
    .replaceAll(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;
