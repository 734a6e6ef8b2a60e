import type { ProblemBody } from '@sextant/platform-errors';
import { isRetryable } from '../domain/ipt-errors.js';

/**
 * Failures outside of GraphQL's own answers: the specification's shape, and `errors` for GraphQL clients, which look
 * for nothing else (our choice).
 */
export const errorBody: ProblemBody = (problem, traceId) => {
  const { message, details } = problem;
  const code = problem.code.toUpperCase();
  return {
    isSuccess: false,
    error: { message, code, retryable: isRetryable(problem), ...details, trace_id: traceId },
    errors: [{ message, extensions: { code } }],
  };
};
