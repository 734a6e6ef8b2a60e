import { PDFDocument, type PDFRef } from 'pdf-lib';
import { FILE_ERRORS } from '../file-errors.js';
import type { OpenedDocument } from '../document-format.js';
import type { BlockUnit } from './block-unit.js';
import { Faces } from './faces.js';
import type { TextStream } from './page-text.js';
import { inWords, shownIn, streamsOf, unitsOf } from './pdf-pages.js';
import type { Rule } from './page-rules.js';
import type { ShownGlyphs } from './shown-glyphs.js';
import type { TextBlock } from './text-blocks.js';
import { typeset, type Box } from './typesetting.js';

/** A stream with its paragraphs. */
interface Text {
  readonly stream: TextStream;
  readonly units: readonly BlockUnit[];
}

/** @throws {Problem} `document_invalid`, in words, for what is no PDF, is protected, or has no text */
export const openPdf = (bytes: Uint8Array): Promise<OpenedDocument> =>
  inWords(() => openText(bytes));

async function openText(bytes: Uint8Array): Promise<OpenedDocument> {
  const shown = await shownIn(bytes);
  const read = async (): Promise<{ document: PDFDocument; texts: readonly Text[] }> => {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    return { document, texts: textsOf(document, shown) };
  };
  const { texts } = await read();
  if (texts.length === 0) throw FILE_ERRORS.scanned();
  const units = texts.flatMap((text) => text.units);
  return {
    units: units.map(({ text }) => ({ kind: 'xml', text })),
    async write(translations) {
      if (units.every(({ text }, at) => (translations[at] ?? text) === text)) return bytes;
      const again = await read();
      const faces = new Faces(again.document);
      const next = translations.values();
      for (const text of again.texts) {
        const own = text.units.map((unit) => next.next().value ?? unit.text);
        await rewrite(text, own, faces);
      }
      return await again.document.save();
    },
  };
}

const textsOf = (
  document: PDFDocument,
  shown: readonly (readonly ShownGlyphs[])[],
): readonly Text[] =>
  streamsOf(document, shown)
    .flat()
    .map((stream) => ({
      stream,
      units: unitsOf(stream).filter(({ hasWords }) => hasWords),
    }));

async function rewrite(
  { stream, units }: Text,
  translations: readonly string[],
  faces: Faces,
): Promise<void> {
  const taken = new Map<number, string>();
  const fonts = new Map<string, PDFRef>();
  let words = '';
  for (const [at, unit] of units.entries()) {
    const translation = translations[at] ?? unit.text;
    if (translation === unit.text) continue;
    for (const { operation, blank } of unit.block.runs) taken.set(operation, blank);
    const set = await typeset(unit.styled(translation), boxOf(unit.block, stream), faces);
    for (const { name, font } of set.faces) fonts.set(name, font.ref);
    words += set.operators;
  }
  if (words !== '') stream.replace(contentsWith(stream, taken, words), fonts);
}

/** What was there, without some words, in a state of its own; then others. */
function contentsWith(
  { bytes, operations }: TextStream,
  taken: ReadonlyMap<number, string>,
  words: string,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let position = 0;
  let depth = 0;
  let lowest = 0;
  for (const [at, { operator, start, end }] of operations.entries()) {
    if (operator === 'q') depth += 1;
    if (operator === 'Q') lowest = Math.min(lowest, (depth -= 1));
    const blank = taken.get(at);
    if (blank === undefined) continue;
    parts.push(bytes.subarray(position, start), Buffer.from(blank));
    position = end;
  }
  parts.push(bytes.subarray(position));
  const before = 'q\n'.repeat(1 - lowest);
  const after = '\nQ'.repeat(1 - lowest + depth);
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(`${after}\nBT\n${words}ET\n`)]);
}

/** A heading in the middle may grow to both sides, other single lines to the right. */
function boxOf(block: TextBlock, { runs, rules, bounds }: TextStream): Box {
  const { x, y, right, lines, leading, size } = block;
  const box = { x, y, lines, leading, size, width: right - x };
  if (lines > 1) return { ...box, width: box.width + 0.02 * size };
  const own = new Set(block.runs);
  const isBeside = (run: (typeof runs)[number]) => !own.has(run) && Math.abs(run.y - y) < size;
  const limit = Math.min(
    ...runs.filter((run) => isBeside(run) && run.x >= right).map((run) => run.x - 0.5 * size),
    ...rules.filter((rule) => isBorder(rule, block)).map(({ at }) => at - 0.2 * size),
    Math.max(right, bounds.right - Math.min(36, Math.max(0, x - bounds.left))),
  );
  const center = (x + right) / 2;
  const middle = (bounds.left + bounds.right) / 2;
  const isCentered =
    !runs.some(isBeside) && Math.abs(center - middle) < 0.01 * (bounds.right - bounds.left);
  if (!isCentered) return { ...box, width: limit - x };
  return { ...box, width: 2 * Math.min(limit - center, center - bounds.left), center };
}

const isBorder = ({ kind, at, from, to }: Rule, { right, y, size }: TextBlock): boolean =>
  kind === 'vertical' && at > right && from <= y + 0.2 * size && to >= y + 0.2 * size;
