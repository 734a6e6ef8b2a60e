import { hasScope, type ApiKey, type ApiKeys } from '@sextant/platform-api-keys';
import { problem } from '@sextant/platform-errors';
import type { Request, RequestHandler } from 'express';

export const AUTH_ERRORS = {
  invalidKey: problem(
    'invalid_auth_key',
    403,
    'Authorization failed. Please supply a valid DeepL-Auth-Key via the Authorization header.',
  ),
} as const;

/** Scopes of the keys of this service. */
export const SCOPES = { translate: 'translate', admin: 'admin' } as const;

const HEADER = /^DeepL-Auth-Key\s+(\S+)\s*$/i;
const OPEN_PATHS = /^\/(health|docs|metrics)(\/|$)/;

const keyOfRequest = new WeakMap<Request, ApiKey>();

/** The key that a request was accepted with. */
export const apiKeyOf = (request: Request): ApiKey | undefined => keyOfRequest.get(request);

/**
 * Lets nothing through without an active key that may translate, but health, metrics and
 * documentation. It runs before bodies are read, so that strangers cost little.
 */
export function requireAuthKey(keys: ApiKeys): RequestHandler {
  return (request, _response, next) => {
    if (OPEN_PATHS.test(request.path)) {
      next();
      return;
    }
    const secret = HEADER.exec(request.headers.authorization ?? '')?.[1] ?? '';
    keys
      .verify(secret)
      .then((key) => {
        if (key === undefined || !hasScope(key, SCOPES.translate)) throw AUTH_ERRORS.invalidKey();
        keyOfRequest.set(request, key);
        next();
      })
      .catch(next);
  };
}
