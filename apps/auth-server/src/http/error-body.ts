import type { ProblemBody } from '@sextant/platform-http/errors';

/** OAuth's error codes for the statuses that HTTP itself brings up (spec 2, part 7). */
const CODES: Readonly<Record<number, string>> = {
  404: 'not_found',
  429: 'rate_limit_exceeded',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** Codes of `libs/platform/http/src/errors`, which are not those of OAuth. */
const PLATFORM_CODES: ReadonlySet<string> = new Set([
  'bad_request',
  'malformed_body',
  'invalid_encoding',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'request_refused',
  'internal_error',
  'unavailable',
  'timeout',
]);

/** OAuth's error object (RFC 6749, section 5.2), with the time to wait where there is one. */
export const errorBody =
  (issuer: string): ProblemBody =>
  ({ code, message, status, details }, traceId) => {
    const error = PLATFORM_CODES.has(code) ? (CODES[status] ?? 'invalid_request') : code;
    const { retry_after } = details;
    return {
      error,
      error_description: status >= 500 ? `${message} Trace id: ${traceId}.` : message,
      error_uri: `${issuer}/oauth/errors#${error}`,
      ...(retry_after === undefined ? {} : { retry_after }),
    };
  };
