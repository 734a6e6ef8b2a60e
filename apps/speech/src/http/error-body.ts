import type { ProblemBody } from '@sextant/platform-http/errors';
import { requestIdOf } from './request-id.js';

/** `{error: {code, message, request_id}}`; the request id is that of the header `X-Request-ID`. */
export const errorBody: ProblemBody = ({ code, message, details }, traceId, response) => ({
  error: { code, message, request_id: requestIdOf(response) ?? traceId, ...details },
});
