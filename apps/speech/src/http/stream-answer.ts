import { once } from 'node:events';
import type { Response } from 'express';

/** Writes and waits until the reader has taken it; throws when the reader has gone. */
export async function send(response: Response, bytes: Uint8Array | string): Promise<void> {
  requireReader(response);
  if (bytes.length === 0 || response.write(bytes)) return;
  const stop = new AbortController();
  try {
    await Promise.race([
      once(response, 'drain', { signal: stop.signal }),
      once(response, 'close', { signal: stop.signal }),
    ]);
  } finally {
    stop.abort();
  }
  requireReader(response);
}

function requireReader(response: Response): void {
  if (response.closed) throw new ReaderGoneError();
}

/** Nobody listens any more: not a failure. */
export class ReaderGoneError extends Error {}
