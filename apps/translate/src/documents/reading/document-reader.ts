import type { AlignedDocument } from '../alignment/texts/alignment.js';
import type { Corrections, GivenCorrections } from '../alignment/texts/corrections.js';
import type { ShownTexts, TextPage } from '../alignment/texts/text-page.js';
import type { DocumentLanguages, DocumentUnit, WriteOptions } from '../formats/document-format.js';

/** What a document is found to have. */
export interface InspectedDocument extends Pick<
  ReadDocument,
  'characters' | 'sample' | 'units' | 'keptTexts'
> {
  /** Those of the document: whoever has given them has them back. */
  readonly bytes: Uint8Array;
}

export interface GivenOptions {
  /** Bytes are the reader's from then on: whoever gives them has them no more. */
  readonly isGiven?: boolean;
  /** The same whenever the document is opened: they may decide which texts it has. */
  readonly languages?: DocumentLanguages | undefined;
  /** Ends the reading; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A document that is open, apart from the service's own thread. */
export interface ReadDocument {
  readonly units: readonly DocumentUnit[];
  /** What it costs, as `charactersOf`. */
  readonly characters: number;
  /** As `sampleOf`. */
  readonly sample: string;
  /** Texts that stay, as in `OpenedDocument`. */
  readonly keptTexts: number;
  /** @param translations one for each unit */
  write(translations: readonly string[], options?: WriteOptions): Promise<Uint8Array>;
  /** Its texts beside their translations, as XLIFF 1.2. */
  align(aligned: AlignedDocument): Promise<Uint8Array>;
  /**
   * What a reviewer says of it.
   *
   * @param translations as they are now
   * @throws {Problem} `document_invalid`
   */
  corrections(given: GivenCorrections, translations: readonly string[]): Promise<Corrections>;
  /** Some of its texts beside their translations. */
  show(asked: ShownTexts): Promise<TextPage>;
  close(): Promise<void>;
}

/** Pages of a document, drawn one after the other. */
export interface DrawnPages {
  readonly pages: number;
  /** @param number from 1 @returns PNG */
  page(number: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Opens documents: reading a large one takes longer than answering many requests. */
export abstract class DocumentReader {
  /**
   * @param format extension of the file
   * @throws {Problem} `document_invalid`, with the reason in words; `document_scanned` for a PDF without words
   */
  abstract open(format: string, bytes: Uint8Array, options?: GivenOptions): Promise<ReadDocument>;
  /** Reads a document that is not written. @throws {Problem} as `open` */
  abstract inspect(
    format: string,
    bytes: Uint8Array,
    options?: GivenOptions,
  ): Promise<InspectedDocument>;
  /** A PDF's words as a text document. @throws {Problem} as `open`; `document_scanned` where it has none */
  abstract docxOf(pdf: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
  /** A PDF whose pages can be drawn. @throws {Problem} as `open` */
  abstract drawn(pdf: Uint8Array, signal?: AbortSignal): Promise<DrawnPages>;
  abstract close(): Promise<void>;
}
