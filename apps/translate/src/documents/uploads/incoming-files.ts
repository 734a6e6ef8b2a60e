import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import { FairQueue } from '../../scheduling/fair-queue.js';
import { FILE_ERRORS } from '../formats/file-errors.js';
import { DocumentReader } from '../reading/document-reader.js';
import type { Upload } from './upload.js';
import { docxOf, type DocxPage } from '../formats/packages/docx-writer.js';
import { extensionOf, formatOf } from '../formats/formats.js';
import { checkLegacy, newerFormatOf } from '../reading/legacy-formats.js';
import { OtherPrograms } from '../reading/other-programs.js';
import { checkPicture, isPicture, paragraphsOf } from '../reading/picture-formats.js';

/** Scanned pages that are read while their sender waits: two to three seconds each. */
const MOST_SCANNED = 8;
/** What a scanned PDF may become. */
const OF_SCANNED: readonly string[] = ['txt', 'docx'];
const SCANNED = FILE_ERRORS.scanned().code;
const BETWEEN = '\n\n';
/** In points. */
const A4 = { width: 595, height: 842 };

/** Makes files that can be translated of those that come. */
@Injectable()
export class IncomingFiles {
  /** Of programs that open files for minutes, one runs at a time; owners have their turns one after the other. */
  readonly #programs = new FairQueue();

  constructor(
    private readonly reader: DocumentReader,
    private readonly programs: OtherPrograms,
  ) {}

  /**
   * A file in the format in which it is translated and answered, which it is from then on.
   *
   * @throws {Problem} `document_extension`, `document_output_format`, `document_invalid`
   */
  async opened(upload: Upload): Promise<Upload> {
    const { filename } = upload.request;
    const from = extensionOf(filename);
    if (from === 'pdf') return await this.#pdf(upload);
    if (isPicture(from)) return await this.#seen(upload, from);
    const newer = newerFormatOf(from);
    if (newer !== undefined) return await this.#newer(upload, { from, to: newer });
    formatOf(filename);
    outputOf(upload, { from, to: [from] });
    return upload;
  }

  /**
   * The words of a PDF whose pages are pictures, as a text or a text document.
   *
   * @param scanned what was wrong with it, which is thrown where no program sees words
   */
  async scanned(upload: Upload, scanned: unknown): Promise<Upload> {
    const { reader } = this;
    const { pictures } = this.programs;
    if (pictures === undefined) throw scanned;
    const from = 'pdf';
    const to = outputOf(upload, { from: 'scanned pdf', to: OF_SCANNED });
    const drawn = await reader.drawn(upload.bytes, upload.signal);
    try {
      if (drawn.pages > MOST_SCANNED) throw tooManyPages(drawn.pages);
      const pages: (readonly string[])[] = [];
      for (let number = 1; number <= drawn.pages; number += 1) {
        const bytes = await drawn.page(number);
        const language = upload.request.sourceLang;
        const read = () => pictures.read({ extension: 'png', bytes, language }, upload.signal);
        const text = await this.#inTurn(upload, read);
        const paragraphs = paragraphsOf(text).split(BETWEEN);
        pages.push(paragraphs.filter((paragraph) => paragraph !== ''));
      }
      if (pages.flat().length === 0) throw nothingSeen();
      const bytes =
        to === 'docx' ? docxOf(pages.map(docxPage)) : Buffer.from(pages.flat().join(BETWEEN));
      return become(upload, { from, to, bytes });
    } finally {
      await drawn.close();
    }
  }

  /** The real service makes a text document of a PDF where that is wished. */
  async #pdf(upload: Upload): Promise<Upload> {
    const from = 'pdf';
    const wish = upload.outputFormat?.toLowerCase() ?? from;
    if (wish === from) return upload;
    const ofAny = { from, to: [from, 'docx'] };
    if (!OF_SCANNED.includes(wish)) outputOf(upload, ofAny);
    try {
      const bytes = await this.reader.docxOf(upload.bytes, upload.signal);
      return become(upload, { from, to: outputOf(upload, ofAny), bytes });
    } catch (error) {
      if (!isScanned(error)) throw error;
      return await this.scanned(upload, error);
    }
  }

  /** The words of a picture as a text. */
  async #seen(upload: Upload, extension: string): Promise<Upload> {
    const { bytes, request, signal } = upload;
    outputOf(upload, { from: extension, to: ['txt'] });
    checkPicture(extension, bytes);
    const { pictures } = this.programs;
    if (pictures === undefined) {
      throw FILE_ERRORS.extensionUnsupported({
        message: `Unsupported file extension '${extension}': no Tesseract is here to see words in pictures.`,
      });
    }
    const language = request.sourceLang;
    const read = () => pictures.read({ extension, bytes, language }, signal);
    const text = paragraphsOf(await this.#inTurn(upload, read));
    if (text === '') throw nothingSeen();
    return become(upload, { from: extension, to: 'txt', bytes: Buffer.from(text) });
  }

  /** An old format's file as one of the newer format. */
  async #newer(upload: Upload, { from, to }: Change): Promise<Upload> {
    const { bytes, signal } = upload;
    outputOf(upload, { from, to: [to] });
    checkLegacy(from, bytes);
    const { legacy } = this.programs;
    if (legacy === undefined) {
      throw FILE_ERRORS.extensionUnsupported({
        message: `Unsupported file extension '${from}': there is no LibreOffice here that may open it. Save the file as ${to}.`,
      });
    }
    const convert = () => legacy.convert({ from, to, bytes }, signal);
    return become(upload, { from, to, bytes: await this.#inTurn(upload, convert) });
  }

  async #inTurn<Result>(
    { customer, signal }: Upload,
    task: () => Promise<Result>,
  ): Promise<Result> {
    return await this.#programs.turn(customer.owner, task, signal);
  }
}

/** Extensions of a file, as it came and as it is answered. */
interface Change {
  readonly from: string;
  readonly to: string;
}

function become(upload: Upload, { from, to, bytes }: Change & { bytes: Uint8Array }): Upload {
  const { request } = upload;
  const filename = request.filename.slice(0, -from.length) + to;
  return { ...upload, bytes, request: { ...request, filename } };
}

/** @returns the extension that is wished, the first of those that there are if none is */
function outputOf(
  { outputFormat }: Upload,
  { from, to }: { readonly from: string; readonly to: readonly string[] },
): string {
  const [usual = from] = to;
  const wished = outputFormat?.toLowerCase() ?? usual;
  if (to.includes(wished)) return wished;
  throw FILE_ERRORS.outputUnsupported({
    message: `Value for 'output_format' not supported. A ${from} file is answered as ${to.join(' or ')}.`,
  });
}

/** Whether a PDF was refused because its pages are pictures. */
export const isScanned = (error: unknown): boolean =>
  error instanceof Problem && error.code === SCANNED;

const nothingSeen = (): Error =>
  FILE_ERRORS.invalid({
    message: 'Invalid file data: no words are seen in it; it may be damaged.',
  });

const tooManyPages = (pages: number): Error =>
  FILE_ERRORS.invalid({
    message: `Invalid file data: its ${String(pages)} pages are pictures; ${String(MOST_SCANNED)} can be read at once. Cut it into parts.`,
  });

const docxPage = (paragraphs: readonly string[]): DocxPage => ({
  ...A4,
  blocks: paragraphs.map((text) => ({ runs: [{ text }] })),
});
