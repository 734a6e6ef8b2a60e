import type { AlignedDocument } from '../alignment/texts/alignment.js';
import type { Corrections, GivenCorrections } from '../alignment/texts/corrections.js';
import type { ShownTexts, TextPage } from '../alignment/texts/text-page.js';
import type { DocumentLanguages, WriteOptions } from '../formats/document-format.js';
import type { InspectedDocument, ReadDocument } from './document-reader.js';

/** A document as it was sent. */
export interface DocumentFile {
  readonly format: string;
  readonly bytes: Uint8Array;
  readonly languages?: DocumentLanguages | undefined;
}

/** What is asked of the thread: first a document, then what is to be made of it, and to forget it for the next one. */
export type DocumentAsk =
  | { readonly forget: true }
  | { readonly inspect: DocumentFile }
  | { readonly open: DocumentFile }
  | { readonly write: readonly string[]; readonly options: WriteOptions }
  | { readonly convert: Uint8Array }
  | { readonly draw: Uint8Array }
  /** One of those that can be drawn, from 1. */
  | { readonly page: number }
  | { readonly align: AlignedDocument }
  | { readonly show: ShownTexts }
  | {
      readonly correct: {
        readonly given: GivenCorrections;
        readonly translations: readonly string[];
      };
    };

export type DocumentReply =
  | { readonly forgotten: true }
  | { readonly inspected: InspectedDocument }
  | { readonly opened: Pick<ReadDocument, 'units' | 'characters' | 'sample' | 'keptTexts'> }
  | { readonly written: Uint8Array }
  | { readonly corrections: Corrections }
  | { readonly shown: TextPage }
  | { readonly pages: number }
  /** What is wrong with the document, in words for the caller; the reason is for the log alone. */
  | { readonly refused: string; readonly isScanned?: boolean; readonly reason?: string }
  | { readonly failed: string };
