import type { DocumentKind } from './book-text.js';
import type { MostText, MeasuredText } from './bounded-text.js';

/** A document that came. */
export interface UploadedDocument {
  readonly bytes: Uint8Array;
  readonly kind: DocumentKind;
  /** Where the document names none. */
  readonly title: string;
}

/** Reads documents, outside of this process. @throws {Problem} `unsupported_document` */
export abstract class DocumentReader {
  abstract read(
    document: UploadedDocument,
    request: { readonly workspace: string; readonly most: MostText },
  ): Promise<MeasuredText>;
}
