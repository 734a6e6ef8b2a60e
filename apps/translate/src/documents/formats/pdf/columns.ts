/** A line of words, as far as it matters where it stands. */
export interface PlacedLine {
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
}

/** In sizes of the font: what is on one base line, begins at one place, and parts two columns. */
const SAME_Y = 0.2;
const SAME_X = 0.5;
const GUTTER = 1;
const MOST_LEADING = 1.9;
/** Fewer rows show no columns. */
const LEAST_ROWS = 4;
/** Lines of prose fill their column, have several words and go on in the next one; cells of a table do not. */
const FULL = 0.75;
const SHARE_OF_FULL = 0.7;
const LEAST_WORDS = 3;
const SHARE_OF_GOING_ON = 0.5;
const BEGINS_SMALL = /^\s*\p{Ll}/u;

/**
 * Puts columns of prose that are drawn row by row behind each other. What may be a table stays as it is: its cells do not fill
 * their columns, or have few words.
 *
 * @param lines in the order of the stream
 * @param isParted whether a line is drawn between two that stand beside each other, as between the cells of a table
 */
export function byColumns<Line extends PlacedLine>(
  lines: readonly Line[],
  isParted: (left: Line, right: Line) => boolean,
): readonly Line[] {
  const rows = rowsOf(lines, isParted);
  const ordered: (readonly (readonly Line[])[])[] = [];
  for (let at = 0; at < rows.length;) {
    const end = endOfColumns(rows, at);
    const group = rows.slice(at, end);
    ordered.push(isProse(group) ? columnsOf(group) : group);
    at = end;
  }
  return ordered.flat(2);
}

/** Lines beside each other that are drawn one behind the other, from left to right. */
function rowsOf<Line extends PlacedLine>(
  lines: readonly Line[],
  isParted: (left: Line, right: Line) => boolean,
): readonly (readonly Line[])[] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const isBeside =
      last !== undefined &&
      Math.abs(line.y - last.y) < SAME_Y * last.size &&
      line.x - last.right > GUTTER * last.size &&
      !isParted(last, line);
    if (isBeside) row?.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** Behind the rows below each other whose lines begin where those of the first one do; the last may have fewer. */
function endOfColumns(rows: readonly (readonly PlacedLine[])[], start: number): number {
  const first = rows[start] ?? [];
  let end = start + 1;
  while (end < rows.length) {
    const [last, next] = [rows[end - 1] ?? [], rows[end] ?? []];
    const isAligned =
      next.length <= last.length &&
      next.every((line, at) => {
        const above = first[at];
        return above !== undefined && Math.abs(line.x - above.x) < SAME_X * line.size;
      });
    if (!isAligned || !isBelow(last[0], next[0])) break;
    end += 1;
  }
  return end;
}

function isBelow(last: PlacedLine | undefined, next: PlacedLine | undefined): boolean {
  if (last === undefined || next === undefined) return false;
  const leading = last.y - next.y;
  return leading > 0 && leading < MOST_LEADING * last.size;
}

function isProse(rows: readonly (readonly PlacedLine[])[]): boolean {
  const columns = columnsOf(rows).filter(({ length }) => length >= LEAST_ROWS);
  return columns.length > 1 && columns.length === rows[0]?.length && columns.every(isColumn);
}

/** All but the last line of a column count: it ends a paragraph. */
function isColumn(column: readonly PlacedLine[]): boolean {
  const lines = column.slice(0, -1);
  // Without spreading: a page may have as many lines as it likes.
  const left = lines.reduce((least, { x }) => Math.min(least, x), Infinity);
  const width = lines.reduce((most, { right }) => Math.max(most, right), -Infinity) - left;
  const isFull = ({ right, text }: PlacedLine) =>
    right - left >= FULL * width && text.trim().split(/\s+/).length >= LEAST_WORDS;
  const goingOn = column.slice(1).filter(({ text }) => BEGINS_SMALL.test(text));
  return (
    lines.filter(isFull).length >= SHARE_OF_FULL * lines.length &&
    goingOn.length >= SHARE_OF_GOING_ON * lines.length
  );
}

/** O(lines): rows may be many, and the first one wide. */
function columnsOf<Line extends PlacedLine>(
  rows: readonly (readonly Line[])[],
): readonly (readonly Line[])[] {
  const columns = (rows[0] ?? []).map((): Line[] => []);
  for (const row of rows) {
    for (const [at, line] of row.entries()) columns[at]?.push(line);
  }
  return columns;
}

/** Where the longest of the lines end that begin at about the same place. O(n log n) to make, O(log n) to ask. */
export class LineEnds {
  readonly #starts: readonly number[];
  /** A segment tree over the lines by where they begin: the ends of each node, the last one first. */
  readonly #ends: (readonly number[])[];

  /** @param most ends that an answer has at most */
  constructor(
    lines: readonly Pick<PlacedLine, 'x' | 'right'>[],
    private readonly most: number,
  ) {
    const sorted = lines.toSorted((a, b) => a.x - b.x);
    this.#starts = sorted.map(({ x }) => x);
    this.#ends = [...sorted.map(() => []), ...sorted.map(({ right }) => [right])];
    for (let node = sorted.length - 1; node > 0; node -= 1) {
      this.#ends[node] = this.#longest(this.#at(2 * node), this.#at(2 * node + 1));
    }
  }

  /** Ends of the lines that begin nearer to a place than a distance; the last one first. */
  near(x: number, distance: number): readonly number[] {
    let low = this.#firstFrom((start) => start > x - distance) + this.#starts.length;
    let high = this.#firstFrom((start) => start >= x + distance) + this.#starts.length;
    let found: readonly number[] = [];
    for (; low < high; low >>= 1, high >>= 1) {
      if (low % 2 === 1) found = this.#longest(found, this.#at(low++));
      if (high % 2 === 1) found = this.#longest(found, this.#at(--high));
    }
    return found;
  }

  #at(node: number): readonly number[] {
    return this.#ends[node] ?? [];
  }

  #longest(some: readonly number[], others: readonly number[]): readonly number[] {
    return [...some, ...others].toSorted((a, b) => b - a).slice(0, this.most);
  }

  #firstFrom(isBehind: (start: number) => boolean): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(this.#starts[middle] ?? Infinity)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
