import { PDFDocument } from 'pdf-lib';
import { FILE_ERRORS } from '../file-errors.js';
import {
  docxOf,
  type DocxPage,
  type DocxParagraph,
  type DocxRun,
} from '../packages/docx-writer.js';
import type { BlockUnit, StyledText } from './block-unit.js';
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
}

/**
 * A PDF's words as a text document: paragraphs as they are seen, headings by their size, bold, italic, colours, raised
 * numbers, and pages. Pictures, lines and the places of words are left.
 *
 * @throws {Problem} as `openPdf`
 */
export const pdfToDocx = (bytes: Uint8Array): Promise<Uint8Array> =>
  inWords(async () => {
    const shown = await shownIn(bytes);
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = streamsOf(document, shown).map((streams) =>
      streams.flatMap((stream) => unitsOf(stream).map((unit) => ({ unit, bounds: stream.bounds }))),
    );
    if (pages.every((blocks) => blocks.length === 0)) throw FILE_ERRORS.scanned();
    const levels = headingLevels(pages.flat());
    return docxOf(
      document.getPages().map((page, at): DocxPage => {
        const { width, height } = page.getCropBox();
        return {
          ...{ width, height },
          paragraphs: (pages[at] ?? []).map((block) => paragraphOf(block, levels)),
        };
      }),
    );
  });

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
    .filter(isShort)
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
