import { PDFDocument } from 'pdf-lib';
import { FILE_ERRORS } from '../file-errors.js';
import {
  docxOf,
  type DocxPage,
  type DocxParagraph,
  type DocxRun,
  type DocxTable,
} from '../packages/docx-writer.js';
import type { BlockUnit, StyledText } from './block-unit.js';
import { gridsIn, placeIn, spansOf, type Grid, type GridPlace } from './page-tables.js';
import type { TextStream } from './page-text.js';
import { inWords, shownIn, streamsOf, unitsOf } from './pdf-pages.js';

/** Larger than the usual letters by so much is a heading, if it is not long. */
const HEADING = 1.15;
const LONGEST_HEADING = 200;
const MOST_HEADINGS = 3;
/** Off the middle by so little, in shares of the page, is in the middle. */
const CENTERED = 0.01;

interface Block {
  readonly unit: BlockUnit;
  readonly bounds: TextStream['bounds'];
  /** Tables of the stream that it is of. */
  readonly grids: readonly Grid[];
}

/**
 * A PDF's words as a text document: paragraphs as they are seen, tables whose cells are parted by lines, headings by their
 * size, bold, italic, colours, raised numbers, and pages. Pictures, other lines and the places of words are left.
 *
 * @throws {Problem} as `openPdf`
 */
export const pdfToDocx = (bytes: Uint8Array): Promise<Uint8Array> =>
  inWords(async () => {
    const shown = await shownIn(bytes);
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = streamsOf(document, shown).map((streams) =>
      streams.flatMap((stream) => {
        const grids = gridsIn(stream.rules);
        return unitsOf(stream).map((unit): Block => ({ unit, bounds: stream.bounds, grids }));
      }),
    );
    if (pages.every((blocks) => blocks.length === 0)) throw FILE_ERRORS.scanned();
    const levels = headingLevels(pages.flat());
    return docxOf(
      document.getPages().map((page, at): DocxPage => {
        const { width, height } = page.getCropBox();
        return {
          ...{ width, height },
          blocks: withTables(pages[at] ?? [], levels),
        };
      }),
    );
  });

/** Each table where the first of its words stands. */
function withTables(
  blocks: readonly Block[],
  levels: ReadonlyMap<number, number>,
): readonly (DocxParagraph | DocxTable)[] {
  const inCells = Map.groupBy(blocks, (block) => gridOf(block));
  return blocks.flatMap((block): readonly (DocxParagraph | DocxTable)[] => {
    const grid = gridOf(block);
    if (grid === undefined) return [paragraphOf(block, levels)];
    const own = inCells.get(grid) ?? [];
    return own[0] === block ? [tableOf(grid, own)] : [];
  });
}

const gridOf = (block: Block): Grid | undefined =>
  block.grids.find((grid) => placeOf(grid, block) !== undefined);

/** Of the middle of its first letter. */
function placeOf(grid: Grid, { unit: { block } }: Block): GridPlace | undefined {
  const half = block.size / 4;
  return placeIn(grid, { x: block.x + half, y: block.y + half });
}

function tableOf(grid: Grid, blocks: readonly Block[]): DocxTable {
  const { xs, ys } = grid;
  return {
    widths: xs.slice(1).map((end, at) => end - (xs[at] ?? end)),
    rows: ys.slice(1).map((_end, row) => {
      let column = 0;
      return spansOf(grid, row).map((span) => {
        const from = column;
        column += span;
        const own = blocks.filter((block) => {
          const place = placeOf(grid, block);
          return place?.row === row && place.column >= from && place.column < from + span;
        });
        // What is large in a cell is no heading.
        return { span, paragraphs: own.map((block) => paragraphOf(block, new Map())) };
      });
    }),
  };
}

/** In half points, as text documents count them. */
const sizeOf = ({ unit }: Block): number => Math.max(2, Math.round(2 * unit.block.size));

/** The level of a heading by its size. */
function headingLevels(blocks: readonly Block[]): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  for (const block of blocks) {
    const length = wordsOf(block.unit).length;
    lengths.set(sizeOf(block), (lengths.get(sizeOf(block)) ?? 0) + length);
  }
  const [usual = 0] = [...lengths].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const larger = blocks
    .filter((block) => isShort(block) && gridOf(block) === undefined)
    .map(sizeOf)
    .filter((size) => size >= HEADING * usual);
  const sizes = [...new Set(larger)].toSorted((one, other) => other - one);
  return new Map(sizes.map((size, at) => [size, Math.min(at + 1, MOST_HEADINGS)]));
}

const isShort = ({ unit }: Block): boolean => wordsOf(unit).length <= LONGEST_HEADING;

const wordsOf = (unit: BlockUnit): string =>
  partsOf(unit)
    .map(({ text }) => text)
    .join('');

const partsOf = (unit: BlockUnit): readonly StyledText[] => unit.styled(unit.text);

function paragraphOf(block: Block, levels: ReadonlyMap<number, number>): DocxParagraph {
  const { x, right, lines } = block.unit.block;
  const { left, right: edge } = block.bounds;
  const isCentered =
    lines === 1 && Math.abs(x + right - left - edge) < 2 * CENTERED * (edge - left);
  return {
    heading: isShort(block) ? levels.get(sizeOf(block)) : undefined,
    isCentered,
    runs: partsOf(block.unit).map((part) => runOf(part, sizeOf(block))),
  };
}

function runOf({ text, style: { look, scale, rise } }: StyledText, size: number): DocxRun {
  const { isBold, isItalic, color } = look;
  const isShifted = Math.abs(rise) > 0.1;
  return {
    ...{ text, isBold, isItalic, color },
    size: isShifted ? size : Math.max(2, Math.round(size * scale)),
    shift: isShifted ? (rise > 0 ? 'superscript' : 'subscript') : undefined,
  };
}
