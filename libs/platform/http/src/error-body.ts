import type { ProblemBody } from './errors/index.js';

export const plainErrorBody: ProblemBody = ({ code, message, details }, traceId) => ({
  error: { code, message, ...details, trace_id: traceId },
});
