import type { ProblemBody } from '@sextant/platform-http/errors';

/** `{message, detail?}`, as the published interface describes its errors. */
export const errorBody: ProblemBody = ({ message, status, details }, traceId) => ({
  message: status >= 500 ? `${message} Trace id: ${traceId}.` : message,
  ...(typeof details['detail'] === 'string' ? { detail: details['detail'] } : {}),
});
