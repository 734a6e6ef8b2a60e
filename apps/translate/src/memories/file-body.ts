import type { IncomingMessage } from 'node:http';
import { MEMORY_ERRORS } from './memory-errors.js';

/**
 * Reads a body that is a file, of whatever type.
 *
 * What is too large is refused before it is read if its length is announced, else as soon as it is found out.
 *
 * @throws {Problem} `translation_memory_file_too_large`
 */
export async function readFileBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw MEMORY_ERRORS.fileTooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection is still needed for the answer when reading stops early.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) {
      request.resume();
      throw MEMORY_ERRORS.fileTooLarge();
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
