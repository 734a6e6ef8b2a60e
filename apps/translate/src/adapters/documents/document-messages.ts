import type { ReadDocument } from '../../domain/documents/document-reader.js';

/** What is asked of the thread: first that it opens a document, then that it writes it. */
export type DocumentAsk =
  | { readonly open: { readonly format: string; readonly bytes: Uint8Array } }
  | { readonly write: readonly string[] };

export type DocumentReply =
  | { readonly opened: Pick<ReadDocument, 'units' | 'characters' | 'sample'> }
  | { readonly written: Uint8Array }
  /** What is wrong with the document, in words for the caller. */
  | { readonly refused: string }
  | { readonly failed: string };
