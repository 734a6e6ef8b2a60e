import type { Request, RequestHandler } from 'express';
import { ACCESS_ERRORS } from './access-errors.js';
import { requireScope, type JwtVerifier, type TokenAccess } from './jwt-verifier.js';

export interface RequireAccess {
  readonly verifier: JwtVerifier;
  /** All of them have to be in the token. */
  readonly scopes?: readonly string[];
}

const HEADER = /^Bearer ([\w.~+/-]+=*)$/i;

const accessOfRequest = new WeakMap<Request, TokenAccess>();

/** What the request's token allows; `undefined` where `requireAccess` has not run. */
export const accessOf = (request: Request): TokenAccess | undefined => accessOfRequest.get(request);

/**
 * Express middleware that lets nothing through without a valid access token in the header
 * `Authorization` that has the scopes.
 */
export function requireAccess({ verifier, scopes = [] }: RequireAccess): RequestHandler {
  return (request, _response, next) => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      next(ACCESS_ERRORS.missing({ headers: { 'WWW-Authenticate': 'Bearer' } }));
      return;
    }
    const [, token] = HEADER.exec(authorization) ?? [];
    if (token === undefined) {
      next(ACCESS_ERRORS.invalid({ headers: INVALID }));
      return;
    }
    verifier
      .verify(token, request)
      .then((access) => {
        requireScope(access, ...scopes);
        accessOfRequest.set(request, access);
        next();
      })
      .catch(next);
  };
}

const INVALID = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
