import { byColumns, LineEnds } from './columns.js';
import { isParted, isUnderlined, type Rule } from './page-rules.js';
import type { TextRun } from './text-runs.js';

/** Runs on one base line. */
interface Line {
  readonly runs: TextRun[];
  readonly x: number;
  right: number;
  readonly y: number;
  readonly size: number;
}

/** A paragraph as it is seen: lines below each other. */
export interface TextBlock {
  readonly runs: readonly TextRun[];
  readonly lines: number;
  readonly x: number;
  readonly right: number;
  /** Of the first base line. */
  readonly y: number;
  /** From one base line to the next. */
  readonly leading: number;
  readonly size: number;
}

/** Gaps, in sizes of the font. */
const WIDEST_SPACE = 0.9;
const HIGHEST_SHIFT = 0.55;
const LEAST_LEADING = 0.7;
const MOST_LEADING = 1.9;
/** Of the distance between the lines of a paragraph. */
const WIDER = 1.3;
const INDENT = 2.5;
const SAME_SIZE = 0.12;
const NARROW = 0.2;
const UNDERLINE = 0.25;
/** Lines that end at the same place, as a share of the line; so many show where a column ends. */
const SAME_END = 0.15;
const LINES_OF_COLUMN = 3;

export interface Surroundings {
  /** What can be seen, in the space of the runs. */
  readonly bounds: { readonly left: number; readonly right: number };
  readonly rules: readonly Rule[];
}

/**
 * Finds paragraphs by what readers see; the order is that of the stream, column by column where it is drawn row by row. Cells of tables are parted by their lines.
 */
export function textBlocks(
  runs: readonly TextRun[],
  { bounds, rules }: Surroundings,
): readonly TextBlock[] {
  const lines = inReadingOrder(linesOf(runs, rules), rules);
  const ends = new LineEnds(lines, LINES_OF_COLUMN);
  const isUnder = (block: readonly Line[], last: Line, line: Line) =>
    isBelow(last, line, rules) && isAligned(block, line);
  const hasRoom = (last: Line, line: Line) => hasRoomFor(last, line, columnEnd(ends, last, bounds));
  const blocks: Line[][] = [];
  for (const line of lines) {
    const current = blocks.at(-1);
    const last = current?.at(-1);
    const isNext =
      current !== undefined &&
      last !== undefined &&
      isUnder(current, last, line) &&
      !beginsItem(line) &&
      (goesOn(last, line) || !(isFurther(current, line) || hasRoom(last, line)));
    if (isNext) current.push(line);
    else blocks.push([line]);
  }
  return blocks.map(blockOf);
}

/** That of the stream, but for columns that are drawn row by row. */
const inReadingOrder = (lines: readonly Line[], rules: readonly Rule[]): readonly Line[] =>
  byColumns(
    lines.map((line) => ({ ...line, text: textOf(line), line })),
    (left, right) =>
      isParted(rules, left.y + NARROW * left.size, { left: left.right, right: right.x }),
  ).map(({ line }) => line);

function linesOf(runs: readonly TextRun[], rules: readonly Rule[]): readonly Line[] {
  const lines: Line[] = [];
  for (const run of runs) {
    const line = lines.at(-1);
    if (line !== undefined && isOn(line, run, rules)) {
      line.runs.push(run);
      line.right = Math.max(line.right, run.x + run.width);
    } else {
      lines.push({ runs: [run], x: run.x, right: run.x + run.width, y: run.y, size: run.size });
    }
  }
  return lines;
}

/** A small raised number belongs to the line, a word in the next column does not. */
function isOn({ right, y, size }: Line, run: TextRun, rules: readonly Rule[]): boolean {
  const gap = run.x - right;
  const most = WIDEST_SPACE * size;
  const isNear = Math.abs(run.y - y) < HIGHEST_SHIFT * size && gap < most && gap > -most;
  const between = { left: Math.min(right, run.x) - NARROW * size, right: run.x + NARROW * size };
  return isNear && !isParted(rules, y + NARROW * size, between);
}

/** A line right below words underlines them. */
function isBelow(last: Line, line: Line, rules: readonly Rule[]): boolean {
  const leading = last.y - line.y;
  const isNear = leading > LEAST_LEADING * last.size && leading < MOST_LEADING * last.size;
  const isSame = Math.abs(line.size - last.size) < SAME_SIZE * last.size;
  const between = { bottom: line.y + 0.6 * line.size, top: last.y - UNDERLINE * last.size };
  return isNear && isSame && !isUnderlined(rules, line.x + NARROW * line.size, between);
}

/** More than the lines above it are from each other, as paragraphs and the cells of a table are. */
function isFurther(lines: readonly Line[], line: Line): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || lines.length === 1) return false;
  return last.y - line.y > (WIDER * (first.y - last.y)) / (lines.length - 1);
}

/** The first line may be indented. */
function isAligned([first, second]: readonly Line[], line: Line): boolean {
  if (first === undefined) return false;
  if (second === undefined) return Math.abs(line.x - first.x) < INDENT * line.size;
  return Math.abs(line.x - second.x) < line.size;
}

const SENTENCE_END = /[.!?:;…。！？]["'”’»)\]]*\s*$/u;

/** Dots that lead to the number of a page. */
const LEADERS = /(?:\.\s?){4}\s*\d{1,4}\s*$/;
/** `a)`, `(b)`, `2)`, `iv)`, or a dot of a list. */
const ITEM = /^\s*(?:[•▪◦‣]|\(?(?:\p{L}|[ivx]{2,5}|\d{1,3})\)\s)/u;

const beginsItem = (line: Line): boolean => ITEM.test(textOf(line));

/** A small letter behind a line that ends no sentence: lines are ragged where nobody has set them. */
const goesOn = (last: Line, line: Line): boolean =>
  !SENTENCE_END.test(textOf(last)) &&
  !LEADERS.test(textOf(last)) &&
  /^\s*\p{Ll}/u.test(textOf(line));

const textOf = ({ runs }: Line): string => runs.map(({ text }) => text).join('');

/** A line that ends where the next one's first word would have fitted ends its paragraph. */
function hasRoomFor(last: Line, line: Line, end: number): boolean {
  const text = textOf(line);
  const [word = ''] = text.trimStart().split(' ');
  const width = ((line.right - line.x) * word.length) / Math.max(1, text.trim().length);
  return last.right + width + 0.3 * last.size < end;
}

/** Where lines below each other end; as far from the edge as they begin, where too few tell. */
function columnEnd(
  lineEnds: LineEnds,
  { x, right, size }: Line,
  { left, right: edge }: Surroundings['bounds'],
): number {
  const ends = lineEnds.near(x, INDENT * size);
  const end = Math.max(right, ...ends);
  const close = ends.filter((each) => end - each < SAME_END * (end - x)).length;
  return close >= LINES_OF_COLUMN ? end : Math.max(end, edge - Math.max(0, x - left));
}

function blockOf(lines: readonly Line[]): TextBlock {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) throw new Error('a block has lines');
  return {
    runs: lines.flatMap(({ runs }) => runs),
    lines: lines.length,
    // Without spreading: a paragraph may have as many lines as it likes.
    x: lines.reduce((least, { x }) => Math.min(least, x), Infinity),
    right: lines.reduce((most, { right }) => Math.max(most, right), -Infinity),
    y: first.y,
    leading: lines.length > 1 ? (first.y - last.y) / (lines.length - 1) : first.size * 1.2,
    size: first.size,
  };
}
