import { once } from 'node:events';
import { problem } from '@sextant/platform-http/errors';
import type { Request, Response } from 'express';

/** Content as it is answered: whole, or a part of it. */
export interface ContentAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: AsyncIterable<Uint8Array>;
}

/** Bytes, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const notSatisfiable = problem(
  'RANGE_NOT_SATISFIABLE',
  416,
  'The range begins behind the end of the content. Content-Range has its size.',
);

/** Whether the caller has this content. RFC 9110, section 13.1.2: "*" is any, and weak tags count as strong ones. */
export function isKnown(request: Request, etag: string): boolean {
  const tags = (request.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/**
 * The one range that a GET asks for; `undefined` for the whole, which several ranges and ranges of other content are answered
 * with, too.
 *
 * @throws {Problem} 416
 * @see RFC 9110, sections 13.1.5 and 14.2
 */
export function rangeOf(request: Request, etag: string, sizeBytes: number): ByteRange | undefined {
  const { method } = request;
  if (method !== 'GET' || (request.get('if-range') ?? etag) !== etag) return undefined;
  const ranges = request.range(sizeBytes);
  if (ranges === -1) {
    throw notSatisfiable({ headers: { 'Content-Range': `bytes */${sizeBytes}` } });
  }
  const [range, more] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  return range === undefined || more !== undefined
    ? undefined
    : { first: range.start, last: range.end };
}

/**
 * Sends content as fast as it is taken, and reads no more of it when the caller has gone.
 *
 * @param status 200 or 206; HEAD is answered without reading
 * @throws what reading throws; before anything was sent when the first part cannot be read
 */
export async function sendContent(
  response: Response,
  { headers, parts }: ContentAnswer,
  { status, signal }: { readonly status: number; readonly signal: AbortSignal },
): Promise<void> {
  if (response.req.method === 'HEAD') {
    response.status(status).set(headers).end();
    return;
  }
  const reading = parts[Symbol.asyncIterator]();
  let next = await reading.next();
  // The time-out of requests has answered meanwhile.
  if (response.headersSent) return;
  response.status(status).set(headers);
  for (; next.done !== true; next = await reading.next()) {
    signal.throwIfAborted();
    if (!response.write(next.value)) await once(response, 'drain', { signal });
  }
  response.end();
}
