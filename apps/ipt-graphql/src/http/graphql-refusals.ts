import { currentTraceId } from '@sextant/platform-logging';
import type { RequestHandler } from 'express';
import { failureBody } from './error-body.js';

interface Refusal {
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string };
  }[];
  readonly isSuccess?: boolean;
}

const GRAPHQL = /^\/graphql\/?$/i;

/**
 * Gives what the GraphQL server refuses the members that all other failures have: it knows `errors` alone, and writes
 * its answers without the filter of the service. Its `errors` stay as they are.
 */
export function completeRefusals(): RequestHandler {
  return (request, response, next) => {
    if (GRAPHQL.test(request.path)) {
      const send = response.send.bind(response);
      response.send = (body: unknown) => {
        const { statusCode } = response;
        return send(
          statusCode < 400 || typeof body !== 'string' ? body : completed(body, statusCode),
        );
      };
    }
    next();
  };
}

function completed(body: string, status: number): string {
  const refusal = parsed(body);
  const [first] = refusal?.errors ?? [];
  if (refusal === undefined || first === undefined || refusal.isSuccess === false) return body;
  const { message, extensions: { code = 'BAD_REQUEST' } = {} } = first;
  const failure = { message, code, retryable: status >= 500 };
  return JSON.stringify({ ...failureBody(failure, currentTraceId() ?? 'unknown'), ...refusal });
}

/** `undefined` for what is no JSON. */
function parsed(body: string): Refusal | undefined {
  try {
    return JSON.parse(body) as Refusal;
  } catch {
    return undefined;
  }
}
