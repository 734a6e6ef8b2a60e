import type { ProblemBody } from '@sextant/platform-errors';

export const plainErrorBody: ProblemBody = ({ code, message, details }, traceId) => ({
  error: { code, message, ...details, trace_id: traceId },
});
