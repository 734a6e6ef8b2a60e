import { parentPort } from 'node:worker_threads';
import type { DocumentKind } from './book-text.js';
import { measured, type MeasuredText, type MostText } from './bounded-text.js';
import { readDocument } from './read-document.js';

export interface DocumentJob {
  readonly bytes: Uint8Array;
  readonly kind: DocumentKind;
  /** Where the document names none. */
  readonly title: string;
  /** What is more is not handed over. */
  readonly most: MostText;
}

parentPort?.on('message', ({ job }: { readonly job: DocumentJob }) => {
  try {
    const text = readDocument(job.bytes, job.kind, job.title);
    const part: MeasuredText = measured(text, job.most);
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
