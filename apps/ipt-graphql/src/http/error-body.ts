import type { ProblemBody } from '@sextant/platform-http/errors';
import { isRetryable } from '../errors/ipt-errors.js';

export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly retryable: boolean;
  /** Public facts, which stand beside the others. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Failures outside of GraphQL's own answers: the specification's shape, and `errors` for GraphQL clients, which look
 * for nothing else (our choice).
 */
export const failureBody = (
  { message, code, retryable, details = {} }: Failure,
  traceId: string,
) => ({
  isSuccess: false,
  error: { message, code, retryable, ...details, trace_id: traceId },
  errors: [{ message, extensions: { code } }],
});

export const errorBody: ProblemBody = (problem, traceId) => {
  const { message, details } = problem;
  const code = problem.code.toUpperCase();
  return failureBody({ message, code, retryable: isRetryable(problem), details }, traceId);
};
