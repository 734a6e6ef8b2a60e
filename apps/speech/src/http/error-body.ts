import type { ProblemBody } from '@sextant/platform-errors';

/** `{error: {code, message, request_id}}`; the request id is the trace id. */
export const errorBody: ProblemBody = ({ code, message, details }, traceId) => ({
  error: { code, message, request_id: traceId, ...details },
});
