import { once } from 'node:events';
import type { Response } from 'express';

/** @see HTML Living Standard, "Server-sent events" */
export function beginEvents(response: Response): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

/** One event; JSON has no line ends of its own. Waits for slow readers. */
export async function sendEvent(
  response: Response,
  event: string,
  content: unknown,
): Promise<void> {
  if (response.destroyed) return;
  const isTaken = response.write(`event: ${event}\ndata: ${JSON.stringify(content)}\n\n`);
  if (!isTaken) await Promise.race([once(response, 'drain'), once(response, 'close')]);
}
