import { describe, expect, it } from '@jest/globals';
import { blockUnit } from './block-unit.js';
import { byColumns, LineEnds, type PlacedLine } from './columns.js';
import { textBlocks } from './text-blocks.js';

const TEXT = 'and goes on with words';
const BOUNDS = { bounds: { left: 0, right: 600 }, rules: [] };

const LOOK = { isBold: false, isItalic: false, color: '#000000', isPlain: true };

const lineAt = (column: number, row: number): PlacedLine => ({
  ...{ x: 300 * column, right: 300 * column + 200 },
  ...{ y: -12 * row, size: 10, text: TEXT },
});

const inOrder = (lines: readonly PlacedLine[]): readonly PlacedLine[] =>
  byColumns(lines, () => false);

describe('columns of a page', () => {
  it('may have very many lines', () => {
    const rows = Array.from({ length: 150_000 }, (_none, row) => row);
    const left = rows.map((row) => lineAt(0, row));
    const right = rows.map((row) => lineAt(1, row));

    const ordered = inOrder(rows.flatMap((row) => [left[row] ?? [], right[row] ?? []].flat()));

    expect([ordered.length, ordered[1], ordered[150_000]]).toEqual([300_000, left[1], right[0]]);
    expect(inOrder(left)).toHaveLength(150_000);
  }, 20_000);

  it('take as long where a row is very wide and many are below it', () => {
    const wide = Array.from({ length: 100_000 }, (_none, column) => lineAt(column, 0));
    const narrow = Array.from({ length: 100_000 }, (_none, row) => lineAt(0, row + 1));

    expect(inOrder([...wide, ...narrow])).toHaveLength(200_000);
  }, 20_000);
});

describe('blocks of a page', () => {
  const runsOf = (count: number, text: string) =>
    Array.from({ length: count }, (_none, row) => ({
      ...{ text, look: LOOK, x: 0, y: -12 * row, width: 300, size: 10 },
      ...{ operation: row, blank: '' },
    }));

  it('may have very many lines', () => {
    const [block, ...others] = textBlocks(runsOf(150_000, 'Some words.'), BOUNDS);

    expect([block?.lines, others.length]).toEqual([150_000, 0]);
  }, 20_000);

  it('end where the next line is further away than those before, and begins a sentence', () => {
    const rows = [
      'The landlord keeps the',
      'roof in good',
      'The garden is open to',
      'all people here',
    ];
    const columns = rows.flatMap((text, row) =>
      [0, 300].map((x) => ({
        ...{ text, look: LOOK, x, y: -12 * row - (row > 1 ? 6 : 0), width: 200, size: 10 },
        ...{ operation: row, blank: '' },
      })),
    );

    const texts = textBlocks(columns, BOUNDS).map((block) => blockUnit(block).text);

    expect(texts).toEqual([
      'The landlord keeps the roof in good',
      'The garden is open to all people here',
      'The landlord keeps the roof in good',
      'The garden is open to all people here',
    ]);
  });

  it('may have words of very many runs', () => {
    const [block] = textBlocks(runsOf(100_000, 'words'), BOUNDS);

    expect(block && blockUnit(block).text).toBe('words '.repeat(100_000).trim());
  }, 20_000);

  it('may have lines of very many dots', () => {
    const dots = '.'.repeat(150_000);

    expect(textBlocks(runsOf(2, `${dots}x`), BOUNDS)).toHaveLength(1);
  }, 20_000);
});

describe('ends of lines', () => {
  it('are the longest of those that begin near', () => {
    const starts = [5, 0, 40, 9, 3, 3, 21];
    const ends = new LineEnds(
      starts.map((x, at) => ({ x, right: 100 + at })),
      3,
    );

    for (const x of starts) {
      const near = starts.flatMap((start, at) => (Math.abs(start - x) < 6 ? [100 + at] : []));
      expect(ends.near(x, 6)).toEqual(near.toSorted((a, b) => b - a).slice(0, 3));
    }
    expect(new LineEnds([], 3).near(0, 6)).toEqual([]);
  });
});
