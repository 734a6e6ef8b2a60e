import { once } from 'node:events';
import type { Response } from 'express';

/** Waits for slow readers. @returns whether anybody still reads */
export async function sendPiece(response: Response, piece: string): Promise<boolean> {
  if (response.destroyed) return false;
  if (!response.write(piece)) {
    await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  return !response.destroyed;
}

/** @see HTML Living Standard, "Server-sent events" */
export function beginEvents(response: Response): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
}
