import type { ProblemBody } from '@sextant/platform-errors';

/** `{message}`, our choice: spec 2 shows messages and no body shape. */
export const errorBody: ProblemBody = ({ message, status }, traceId) => ({
  message: status >= 500 ? `${message} Trace id: ${traceId}.` : message,
});
