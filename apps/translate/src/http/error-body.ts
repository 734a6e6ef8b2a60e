import type { ProblemBody } from '@sextant/platform-errors';

/** `{message}`, as the published interface describes its errors. */
export const errorBody: ProblemBody = ({ message, status }, traceId) => ({
  message: status >= 500 ? `${message} Trace id: ${traceId}.` : message,
});
