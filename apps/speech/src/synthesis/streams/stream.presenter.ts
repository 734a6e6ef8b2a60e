import { once } from 'node:events';
import { abortSignalOf, explainTimeout } from '@sextant/platform-http';
import type { Response } from 'express';
import type { SpeechRequest } from '../speech-request.js';

/** What ends the work for an answer, and what tells why the answer does not come. */
export const waitingFor = (response: Response): Pick<SpeechRequest, 'signal' | 'onVoice'> => ({
  signal: abortSignalOf(response),
  onVoice: (why) => explainTimeout(response, why),
});

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
