import { parentPort } from 'node:worker_threads';
import type { BookText, DocumentKind } from '../domain/books/book-text.js';
import { readDocument } from '../domain/books/read-document.js';

export interface DocumentJob {
  readonly bytes: Uint8Array;
  readonly kind: DocumentKind;
  /** Where the document names none. */
  readonly title: string;
}

parentPort?.on('message', ({ job }: { readonly job: DocumentJob }) => {
  try {
    const part: BookText = readDocument(job.bytes, job.kind, job.title);
    parentPort?.postMessage({ type: 'part', part });
    parentPort?.postMessage({ type: 'done' });
  } catch (error) {
    parentPort?.postMessage({
      type: 'failed',
      message: error instanceof Error ? error.message : String(error),
    });
  }
});
parentPort?.postMessage({ type: 'ready' });
