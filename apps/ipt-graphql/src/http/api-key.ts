import type { ApiKey, ApiKeys } from '@sextant/platform-api-keys';
import { problem } from '@sextant/platform-errors';
import type { Request, RequestHandler } from 'express';
import { Caller } from '../domain/caller.js';

export const AUTH_ERRORS = {
  unauthorized: problem(
    'UNAUTHENTICATED',
    401,
    'The header x-api-key is missing, or its key is not valid.',
  ),
} as const;

/** What needs a key: GraphQL and the administration of keys. */
const CLOSED_PATHS = /^\/(graphql|ipt)(\/|$)/i;

const keyOfRequest = new WeakMap<Request, ApiKey>();

/** The key that a request was accepted with. */
export function apiKeyOf(request: Request): ApiKey {
  const key = keyOfRequest.get(request);
  if (key === undefined) throw AUTH_ERRORS.unauthorized();
  return key;
}

export function callerOf(request: Request): Caller {
  const { owner, id, scopes } = apiKeyOf(request);
  return new Caller(owner, id, scopes);
}

/** For the rate limit, which counts nobody where no key is needed. */
export const keyIdOf = (request: Request): string | undefined => keyOfRequest.get(request)?.id;

/**
 * Real 401 before the body is read: an error of a resolver or a guard would be an answer of 200.
 *
 * @param isExplorable browsers may load the page of GraphiQL without a key
 */
export function requireApiKey(keys: ApiKeys, isExplorable: boolean): RequestHandler {
  return (request, _response, next) => {
    const isPage =
      isExplorable && request.method === 'GET' && request.accepts('json', 'html') === 'html';
    if (!CLOSED_PATHS.test(request.path) || isPage) {
      next();
      return;
    }
    keys
      .verify(request.get('x-api-key') ?? '')
      .then((key) => {
        if (key === undefined) throw AUTH_ERRORS.unauthorized();
        keyOfRequest.set(request, key);
        next();
      })
      .catch(next);
  };
}
