import { createHash, timingSafeEqual } from 'node:crypto';
import { accessOf, requireAccess, type JwtVerifier } from '@sextant/platform-security/jwt';
import { rateLimit, type RateLimiter } from '@sextant/platform-security/rate-limit';
import type { Request, RequestHandler } from 'express';
import type { Caller } from './caller.js';
import { ACCESS_ERRORS } from './access-errors.js';
import { ADMIN_SCOPE, callerOfAccess, insufficientScope, requireScopeOf } from './token-rules.js';
import { fieldInvalid } from '../http/field-errors.js';

const API = /^\/api\/notifications(\/|$)/i;
const INTERNAL = /^\/internal(\/|$)/i;
const CREATE = /^\/api\/notifications\/?$/i;
const MAY_CREATE = ['admin', 'manager', 'teacher'];

/**
 * The logged-in user.
 *
 * @throws {Problem} `permission_denied` for a token that is no user's, and where no token was checked
 */
export function callerOf(request: Request): Caller {
  const caller = callerOfAccess(accessOf(request));
  if (caller === undefined) throw ACCESS_ERRORS.permissionDenied();
  return caller;
}

/**
 * The logged-in administrator.
 *
 * @throws {Problem} `permission_denied` without the role or the scope
 */
export function adminOf(request: Request): Caller {
  const caller = callerOf(request);
  if (!caller.roles.includes('admin')) throw ACCESS_ERRORS.permissionDenied();
  if (accessOf(request)?.scopes.has(ADMIN_SCOPE) !== true) throw insufficientScope(ADMIN_SCOPE);
  return caller;
}

const onPaths =
  (matches: (path: string, method: string) => boolean, handler: RequestHandler): RequestHandler =>
  (request, response, next) => {
    if (matches(request.path, request.method)) void handler(request, response, next);
    else next();
  };

/** The inbox page and its files, which are for everybody, have been answered before. */
const isApi = (path: string): boolean => API.test(path);

export interface RequireCaller {
  readonly verifier: JwtVerifier;
  readonly limiter: RateLimiter;
  /** Hears of everybody who comes. */
  readonly directory: { saw(caller: Caller): void };
  /** Ids of clients whose tokens need no scope. */
  readonly unscopedClients: readonly string[];
}

/** What is asked before a body is read: who it is, how often, and whether creating is out of the question. */
export const requireCaller = ({
  verifier,
  limiter,
  directory,
  unscopedClients,
}: RequireCaller): RequestHandler[] => [
  onPaths(isApi, requireAccess({ verifier })),
  onPaths(isApi, (request, response, next) => {
    const access = accessOf(request);
    if (access !== undefined) requireScopeOf(access, unscopedClients);
    // Answers are one person's own.
    response.setHeader('Cache-Control', 'no-store');
    directory.saw(callerOf(request));
    next();
  }),
  onPaths(
    isApi,
    rateLimit({ limiter, key: (request) => callerOf(request).user, headers: 'x-ratelimit' }),
  ),
  onPaths(
    (path) => CREATE.test(path),
    (request, _response, next) => {
      const { roles } = callerOf(request);
      const mayCreate = roles.some((role) => MAY_CREATE.includes(role));
      next(request.method === 'POST' && !mayCreate ? ACCESS_ERRORS.permissionDenied() : undefined);
    },
  ),
];

/**
 * What stands for a path that cannot be decoded: Express would say so in words of its own. A
 * malformed id names no notification.
 */
export const requireDecodable: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
    next();
  } catch {
    next(API.test(request.path) ? ACCESS_ERRORS.notFound() : fieldInvalid('path'));
  }
};

const services = new WeakSet<Request>();

/** Lets other services in, by their token; nobody without one that is configured. */
export function requireService(token: string | undefined): RequestHandler {
  const expected = token === undefined ? undefined : digest(token);
  return onPaths(
    (path) => INTERNAL.test(path),
    (request, _response, next) => {
      const [, given] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
      const isRight =
        expected !== undefined && given !== undefined && timingSafeEqual(expected, digest(given));
      if (isRight) services.add(request);
      next(isRight ? undefined : refusal());
    },
  );
}

/** @throws {Problem} `service_token` where the token was not checked */
export function requireServiceOf(request: Request): void {
  if (!services.has(request)) throw refusal();
}

const refusal = () => ACCESS_ERRORS.serviceToken({ headers: { 'WWW-Authenticate': 'Bearer' } });

/** Of equal length, as the comparison in constant time needs them. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
