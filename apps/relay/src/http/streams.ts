import type { Response } from 'express';

/** So long a reader may take nothing of what waits for it; then it is not there. */
const PATIENCE_MS = 30_000;

/** Waits for slow readers, and cuts off those that do not read. @returns whether anybody still reads */
export async function sendPiece(
  response: Response,
  piece: string,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  if (response.destroyed) return false;
  if (!response.write(piece) && !(await isDrained(response, patienceMs))) response.destroy();
  return !response.destroyed;
}

function isDrained(response: Response, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isRead: boolean) => () => {
      clearTimeout(timer);
      response.off('drain', read).off('close', gone);
      resolve(isRead);
    };
    const [read, gone] = [settle(true), settle(false)];
    const timer = setTimeout(gone, patienceMs);
    response.once('drain', read).once('close', gone);
  });
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
