import { HTTP_PROBLEMS, type Problem } from '@sextant/platform-http/errors';

/** SQLSTATE classes and codes that mean "not now" (PostgreSQL manual, appendix A): two transactions in each other's way among them. */
const UNAVAILABLE_SQLSTATE = /^(08|53|57P0[1-5]|57014|40001|40P01)/;
const UNAVAILABLE_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
]);
/** What `pg` says, without a code, when a connection or a query takes too long or breaks off. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|not queryable|runner already released|timeout exceeded when trying to connect|Query read timeout|Driver not Connected/i;

/** An error of the driver that means the database cannot be reached just now, as a 503. */
export function unavailableDatabase(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const known =
    (typeof code === 'string' &&
      (UNAVAILABLE_SYSTEM.has(code) || UNAVAILABLE_SQLSTATE.test(code))) ||
    (typeof message === 'string' && UNAVAILABLE_MESSAGE.test(message));
  return known
    ? HTTP_PROBLEMS.unavailable({ cause: error, headers: { 'Retry-After': '1' } })
    : undefined;
}
