import { Problem } from '@sextant/platform-http/problem';
import { EncryptedPDFError, type PDFDocument, type PDFStream } from 'pdf-lib';
import { FILE_ERRORS } from '../file-errors.js';
import { blockUnit, type BlockUnit } from './block-unit.js';
import { checkStreams } from './bounded-streams.js';
import { pageText, type TextStream } from './page-text.js';
import { openForReading, shownOn, type ShownGlyphs } from './shown-glyphs.js';
import { textBlocks } from './text-blocks.js';

/** @returns what the work returns; what is wrong with a PDF is told in words: {Problem} `document_invalid` */
export async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw FILE_ERRORS.invalid({
      message: `Invalid file data: ${reasonOf(error)}.`,
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof EncryptedPDFError) return 'it is protected; save it without a password';
  const isPassword = error instanceof Error && error.name === 'PasswordException';
  if (isPassword) return 'it is protected; save it without a password';
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\.+$/, '');
}

/** What each page shows. @throws {Error} for what is no PDF, or unpacks to too much */
export async function shownIn(bytes: Uint8Array): Promise<readonly (readonly ShownGlyphs[])[]> {
  checkStreams(bytes);
  const reading = await openForReading(bytes);
  try {
    const pages: (readonly ShownGlyphs[])[] = [];
    for (let number = 1; number <= reading.numPages; number += 1) {
      pages.push(await shownOn(await reading.getPage(number)));
    }
    return pages;
  } finally {
    await reading.loadingTask.destroy();
  }
}

/** The streams with text of each page; a form that several show is of the first one. */
export function streamsOf(
  document: PDFDocument,
  shown: readonly (readonly ShownGlyphs[])[],
): readonly (readonly TextStream[])[] {
  const known = new Set<PDFStream>();
  return document.getPages().map((page, at) => pageText(page, shown[at] ?? [], known));
}

/** The paragraphs of a stream, in its order. */
export const unitsOf = (stream: TextStream): readonly BlockUnit[] =>
  textBlocks(stream.runs, stream).map(blockUnit);
