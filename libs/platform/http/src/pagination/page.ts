import { problem } from '../errors/index.js';

export const PAGE_ERRORS = {
  limit: problem('invalid_limit', 400, 'limit is not valid.'),
  cursor: problem('invalid_cursor', 400, 'This is not a cursor of this list.'),
} as const;

export interface LimitRule {
  readonly max: number;
  readonly default: number;
}

/**
 * The number of items that a caller wants.
 *
 * @param text as it came in the query
 * @throws {Problem} `invalid_limit` unless it is a whole number from 1 to `max`
 */
export function pageLimit(text: unknown, { max, default: fallback }: LimitRule): number {
  if (text === undefined) return fallback;
  const limit = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= max) return limit;
  throw PAGE_ERRORS.limit({ message: `limit must be a whole number from 1 to ${max}.` });
}

/**
 * The value of a header `Link` that leads to the next page (RFC 8288).
 *
 * @param path path and query of this page, as they came
 */
export function nextLink(path: string, cursor: string): string {
  const url = new URL(path, 'http://page.invalid');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
