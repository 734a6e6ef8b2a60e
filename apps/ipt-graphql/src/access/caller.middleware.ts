import type { Request, RequestHandler } from 'express';
import { acceptedBy, unauthorized, type RequireCaller } from './access.js';
import type { Caller } from './caller.js';

/** What needs a key or a token: GraphQL and the administration of keys. */
const CLOSED_PATHS = /^\/(graphql|ipt)(\/|$)/i;

const callers = new WeakMap<Request, Caller>();

/** Whom a request was accepted from. */
export function callerOf(request: Request): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw unauthorized();
  return caller;
}

/** For the rate limit, which counts nobody where no key is needed. */
export const keyIdOf = (request: Request): string | undefined => callers.get(request)?.keyId;

/** Real 401 before the body is read: an error of a resolver or a guard would be an answer of 200. */
export function requireCaller(uses: RequireCaller): RequestHandler {
  return (request, _response, next) => {
    if (!CLOSED_PATHS.test(request.path)) {
      next();
      return;
    }
    acceptedBy(uses, {
      key: request.get('x-api-key'),
      authorization: request.get('authorization'),
      request,
    })
      .then(({ caller }) => {
        callers.set(request, caller);
        next();
      })
      .catch(next);
  };
}
