import { currentTraceId } from '@sextant/platform-runtime/logging';
import type { FormattedExecutionResult } from 'graphql';
import { failureBody } from '../http/error-body.js';

/**
 * Gives what the GraphQL server refuses, which has `errors` alone, the members that all other failures have. Its `errors`
 * stay as they are, and so do results.
 */
export function stringifyResult(result: FormattedExecutionResult): string {
  const [first] = result.errors ?? [];
  if (first === undefined || result.data !== undefined) return JSON.stringify(result);
  const { message, extensions: { code: given } = {} } = first;
  const code = typeof given === 'string' ? given : 'BAD_REQUEST';
  const failure = { message, code, retryable: code === 'INTERNAL_ERROR' };
  return JSON.stringify({ ...failureBody(failure, currentTraceId() ?? 'unknown'), ...result });
}
