import { problem } from '@sextant/platform-http/errors';
import type { Request, Response } from 'express';

const RANGE_ERRORS = {
  unsatisfiable: problem('range_not_satisfiable', 416, 'There is nothing in this range.'),
} as const;

/**
 * Which bytes of so many are asked for; all for several ranges at once, which may be answered so. Sets the status and the
 * headers that tell.
 *
 * @returns the first, and the one after the last
 * @throws {Problem} `range_not_satisfiable`
 * @see RFC 9110, section 14
 */
export function rangeOf(
  request: Request,
  response: Response,
  bytes: number,
): { start: number; end: number } {
  response.status(200).setHeader('Accept-Ranges', 'bytes');
  const ranges = request.range(bytes);
  if (ranges === -1) {
    throw RANGE_ERRORS.unsatisfiable({ headers: { 'Content-Range': `bytes */${bytes}` } });
  }
  if (!Array.isArray(ranges) || ranges.type !== 'bytes') return { start: 0, end: bytes };
  const [range, ...others] = ranges;
  if (range === undefined || others.length > 0) return { start: 0, end: bytes };
  response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
  return { start: range.start, end: range.end + 1 };
}
