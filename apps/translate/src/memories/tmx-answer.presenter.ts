import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Media types under which TMX documents come; the first is the one that is answered. */
export const TMX_TYPES = ['application/xml', 'text/xml', 'application/x-tmx+xml'] as const;

/** Streams a document as a file. A failure on the way breaks the connection, so that a part is not taken for all. */
export async function sendTmx(response: Response, tmx: AsyncIterable<string>): Promise<void> {
  response.attachment('translation-memory.tmx');
  response.type(TMX_TYPES[0]);
  await pipeline(Readable.from(tmx), response);
}
