import { DOCUMENT_ERRORS } from './document-errors.js';
import type { Upload } from './document-uploads.js';
import { extensionOf, formatOf } from './formats/formats.js';
import { checkLegacy, newerFormatOf, type LegacyConverter } from './legacy-formats.js';
import { checkPicture, isPicture, paragraphsOf, type PictureReader } from './picture-formats.js';

export interface IncomingFilesDependencies {
  /** Absent where no program for old formats is. */
  readonly legacy?: LegacyConverter | undefined;
  readonly pictures?: PictureReader | undefined;
}

/** Makes files that can be translated of those that come. */
export class IncomingFiles {
  constructor(private readonly uses: IncomingFilesDependencies) {}

  /**
   * A file in the format in which it is translated and answered, which it is from then on.
   *
   * @throws {Problem} `document_extension`, `document_output_format`, `document_invalid`
   */
  async opened(upload: Upload): Promise<Upload> {
    const { filename } = upload.request;
    const from = extensionOf(filename);
    if (isPicture(from)) return await this.#seen(upload, from);
    const newer = newerFormatOf(from);
    if (newer !== undefined) return await this.#newer(upload, { from, to: newer });
    formatOf(filename);
    checkOutput(upload, { from, to: from });
    return upload;
  }

  /** The words of a picture as a text. */
  async #seen(upload: Upload, extension: string): Promise<Upload> {
    const { bytes, request, signal } = upload;
    checkOutput(upload, { from: extension, to: 'txt' });
    checkPicture(extension, bytes);
    const { pictures } = this.uses;
    if (pictures === undefined) {
      throw DOCUMENT_ERRORS.extensionUnsupported({
        message: `Unsupported file extension '${extension}': no Tesseract is here to see words in pictures.`,
      });
    }
    const language = request.sourceLang;
    const text = paragraphsOf(await pictures.read({ extension, bytes, language }, signal));
    if (text === '') {
      throw DOCUMENT_ERRORS.invalid({
        message: 'Invalid file data: no words are seen in it; it may be damaged.',
      });
    }
    return become(upload, { from: extension, to: 'txt', bytes: Buffer.from(text) });
  }

  /** An old format's file as one of the newer format. */
  async #newer(upload: Upload, { from, to }: Change): Promise<Upload> {
    const { bytes, signal } = upload;
    checkOutput(upload, { from, to });
    checkLegacy(from, bytes);
    if (this.uses.legacy === undefined) {
      throw DOCUMENT_ERRORS.extensionUnsupported({
        message: `Unsupported file extension '${from}': no LibreOffice is here to open it. Save the file as ${to}.`,
      });
    }
    const newer = await this.uses.legacy.convert({ from, to, bytes }, signal);
    return become(upload, { from, to, bytes: newer });
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

function checkOutput({ outputFormat }: Upload, { from, to }: Change): void {
  if (outputFormat === undefined || outputFormat.toLowerCase() === to) return;
  throw DOCUMENT_ERRORS.outputUnsupported({
    message: `Value for 'output_format' not supported. A ${from} file is answered as ${to}.`,
  });
}
