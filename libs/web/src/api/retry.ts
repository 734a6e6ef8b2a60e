/** RFC 9110 section 9.2.2: sending these again does no more than sending them once. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
/** Answers that say "not now". */
const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

const FIRST_MS = 300;
const LONGEST_MS = 8_000;
/** Nobody waits longer in front of a page: a service that asks for more is told of as an error. */
const PATIENCE_MS = 15_000;
/** Attempts in all, unless a call says otherwise. */
export const MAX_ATTEMPTS = 4;

export const isIdempotent = (method: string, headers: Headers): boolean =>
  IDEMPOTENT.has(method) || headers.has('Idempotency-Key');

export const isTransient = (status: number): boolean => status === 0 || TRANSIENT.has(status);

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3): seconds or a date.
 *
 * @returns milliseconds; `undefined` without one or for nonsense
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

/**
 * How long to wait before the next attempt: what the service asks for, else between nothing and a
 * time that doubles ("full jitter"), so that pages do not come back all at once.
 *
 * @param attempt 1 after the first one failed
 * @param random in [0, 1)
 * @returns `undefined` when the service asks for more patience than people have
 */
export function pauseMs(
  attempt: number,
  askedMs: number | undefined,
  random: number,
): number | undefined {
  if (askedMs !== undefined) return askedMs > PATIENCE_MS ? undefined : askedMs;
  return random * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
}
