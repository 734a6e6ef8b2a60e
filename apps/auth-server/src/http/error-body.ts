import type { ProblemBody } from '@sextant/platform-errors';

/** OAuth's error codes for the statuses that HTTP itself brings up (spec 2, part 7). */
const CODES: Readonly<Record<number, string>> = {
  404: 'not_found',
  429: 'rate_limit_exceeded',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** OAuth's error object (RFC 6749, section 5.2). */
export const errorBody: ProblemBody = ({ message, status }, traceId) => ({
  error: CODES[status] ?? 'invalid_request',
  error_description: status >= 500 ? `${message} Trace id: ${traceId}.` : message,
});
