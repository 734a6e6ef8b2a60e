import type { ApiKeys } from '@sextant/platform-security/api-keys';
import { problem, Problem } from '@sextant/platform-http/errors';
import { isStepUp, type JwtVerifier, type TokenAccess } from '@sextant/platform-security/jwt';
import type { Request, RequestHandler } from 'express';
import { Caller, SCOPES } from './caller.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';

export const AUTH_ERRORS = {
  unauthorized: problem(
    'UNAUTHENTICATED',
    401,
    'Send a valid key in the header x-api-key, or an access token as "Authorization: Bearer <token>".',
  ),
} as const;

/** What needs a key or a token: GraphQL and the administration of keys. */
const CLOSED_PATHS = /^\/(graphql|ipt)(\/|$)/i;
const BEARER = /^Bearer\s+(\S+)\s*$/i;
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };
/** @see RFC 6750, section 3.1 */
const INSUFFICIENT = {
  'WWW-Authenticate':
    'Bearer error="insufficient_scope", scope="ipt:read ipt:mint ipt:tokenize ipt:admin"',
};
const INVALID = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };

/** What a token's scopes allow here. */
const SCOPES_OF_TOKENS: Readonly<Record<string, string>> = {
  'ipt:read': SCOPES.read,
  'ipt:mint': SCOPES.mint,
  'ipt:tokenize': SCOPES.tokenize,
  'ipt:admin': SCOPES.admin,
};

const callers = new WeakMap<Request, Caller>();

/** Whom a request was accepted from. */
export function callerOf(request: Request): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw AUTH_ERRORS.unauthorized({ headers: CHALLENGE });
  return caller;
}

/** For the rate limit, which counts nobody where no key is needed. */
export const keyIdOf = (request: Request): string | undefined => callers.get(request)?.keyId;

export abstract class RequireCaller {
  abstract readonly keys: ApiKeys;
  /** Absent: only keys are let in. */
  abstract readonly tokens?: JwtVerifier | undefined;
}

/** Whoever shows a key or a token, and how long that counts. */
export interface Accepted {
  readonly caller: Caller;
  /** Absent: it has no end yet. */
  readonly endsAt: Date | undefined;
  /** Whether it counts still; what is revoked does not. */
  readonly isValid: () => Promise<boolean>;
  /** Calls once when a token ends before its time. @returns takes the wish back */
  readonly onEnd: (listener: () => void) => () => void;
}

/** What a client shows: one of both, as the headers of these names have it. */
export interface Shown {
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  /** A token that is bound to a certificate counts for who shows that in the request. */
  readonly request?: Request;
}

/** @throws {Problem} 401, 403, or 503 while the keys of the issuer cannot be had */
export async function acceptedBy(
  { keys, tokens }: RequireCaller,
  { key: secret, authorization = '', request }: Shown,
): Promise<Accepted> {
  const key = secret === undefined ? undefined : await keys.verify(secret);
  if (secret !== undefined && key !== undefined) {
    return {
      caller: new Caller(key.owner, key.id, key.scopes),
      endsAt: key.expiresAt,
      isValid: async () => (await keys.verify(secret)) !== undefined,
      onEnd: () => () => undefined,
    };
  }
  const [, token] = BEARER.exec(authorization) ?? [];
  if (secret !== undefined || token === undefined || tokens === undefined) {
    throw AUTH_ERRORS.unauthorized({ headers: CHALLENGE });
  }
  const access = await verified(tokens, token, request);
  return {
    caller: callerOfAccess(access),
    endsAt: access.expiresAt,
    isValid: () => Promise.resolve(true),
    onEnd: (listener) => tokens.onRevoked(access, listener),
  };
}

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

/** The tenant is the claim `workspace`, else the client. A token for other services is no reason to show the schema. */
function callerOfAccess({ clientId, subject, scopes, workspace }: TokenAccess): Caller {
  const allowed = [...scopes].flatMap((scope) => SCOPES_OF_TOKENS[scope] ?? []);
  if (allowed.length === 0) {
    throw IPT_ERRORS.forbidden({
      headers: INSUFFICIENT,
      message:
        'An access token needs one of the scopes ipt:read, ipt:mint, ipt:tokenize, ipt:admin.',
    });
  }
  return new Caller(workspace, `token:${clientId}:${subject}`, allowed, subject);
}

/** Whatever is wrong with a token is 401 with the challenge; keys that cannot be had stay 503. */
async function verified(
  tokens: JwtVerifier,
  token: string,
  request: Request | undefined,
): Promise<TokenAccess> {
  try {
    return await tokens.verify(token, request);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    throw AUTH_ERRORS.unauthorized({
      ...(isStepUp(error) ? { message: error.message } : {}),
      headers: isStepUp(error) ? error.headers : INVALID,
      cause: error,
    });
  }
}
