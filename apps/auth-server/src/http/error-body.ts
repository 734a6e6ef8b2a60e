import type { ProblemBody } from '@sextant/platform-errors';

/** OAuth's error object (RFC 6749, section 5.2; spec 2, part 7). */
export const errorBody: ProblemBody = ({ code, message, status }, traceId) => ({
  error: status >= 500 ? 'server_error' : code === 'not_found' ? code : 'invalid_request',
  error_description: status >= 500 ? `${message} Trace id: ${traceId}.` : message,
});
