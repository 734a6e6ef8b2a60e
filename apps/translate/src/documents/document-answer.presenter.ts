import type { Response } from 'express';
import type { DocumentResult } from './documents.js';

/** A document goes when its caller has it all; one whose connection broke may be fetched again. */
export function sendResult(response: Response, result: DocumentResult): void {
  const { filename, mediaType, bytes, delivered, notDelivered } = result;
  response.once('close', () => {
    const ended = response.writableFinished ? delivered() : notDelivered();
    // It is swept otherwise.
    ended.catch(() => undefined);
  });
  response.attachment(filename);
  response.type(mediaType).end(bytes);
}
