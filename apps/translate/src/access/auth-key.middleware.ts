import { hasScope, type ApiKey, type ApiKeys } from '@sextant/platform-security/api-keys';
import { problem } from '@sextant/platform-http/errors';
import type { Request, RequestHandler } from 'express';
import { planOf, SCOPES, type Plan, type PlanHosts } from './scopes.js';
import type { TokenCallers } from './token-callers.js';

export const AUTH_ERRORS = {
  invalidKey: problem(
    'invalid_auth_key',
    403,
    'Authorization failed. Please supply a valid DeepL-Auth-Key via the Authorization header.',
  ),
  wrongHost: problem('wrong_host', 403, 'Wrong endpoint.'),
} as const;

const HEADER = /^(DeepL-Auth-Key|Bearer)\s+(\S+)\s*$/i;
/** The addresses of files hold a secret of their own instead of a key. */
const OPEN_PATHS =
  /^\/(health|docs|metrics)(\/|$)|^\/v3\/translation_memories\/files\/[^/]+\/[^/]+$/i;
/** Callers of LibreTranslate's interface send their key in the body, where a guard looks for it. */
const KEY_IN_BODY = /^\/libretranslate(\/|$)/i;

const keyOfRequest = new WeakMap<Request, ApiKey>();

/** The key that a request was accepted with. */
export const apiKeyOf = (request: Request): ApiKey | undefined => keyOfRequest.get(request);

export interface RequireAuthKey {
  readonly keys: ApiKeys;
  readonly hosts: PlanHosts;
  readonly tokens: TokenCallers;
}

/**
 * Lets nothing through without an active key or an access token that may translate, but health,
 * metrics and documentation. It runs before bodies are read, so that strangers cost little.
 */
export function requireAuthKey({ keys, hosts, tokens }: RequireAuthKey): RequestHandler {
  const callerOf = async (request: Request): Promise<ApiKey | undefined> => {
    const [, scheme = '', secret = ''] = HEADER.exec(request.headers.authorization ?? '') ?? [];
    if (scheme.toLowerCase() !== 'bearer') return await keys.verify(secret);
    return await tokens.callerOf(secret, request);
  };
  return (request, _response, next) => {
    const hasHeader = request.headers.authorization !== undefined;
    if (OPEN_PATHS.test(request.path) || (KEY_IN_BODY.test(request.path) && !hasHeader)) {
      next();
      return;
    }
    callerOf(request)
      .then((key) => {
        acceptKey(request, key, hosts);
        next();
      })
      .catch(next);
  };
}

/** @throws {Problem} `invalid_auth_key`, `wrong_host` */
export function acceptKey(request: Request, key: ApiKey | undefined, hosts: PlanHosts): void {
  if (key === undefined || !hasScope(key, SCOPES.translate)) throw AUTH_ERRORS.invalidKey();
  requireHost(request.hostname, planOf(key), hosts);
  keyOfRequest.set(request, key);
}

/** A key of one plan at the host of the other is sent to its own, as official clients would have chosen. */
function requireHost(hostname: string, plan: Plan, hosts: PlanHosts): void {
  const own = hosts[plan];
  if (own === undefined || hostname === own || !Object.values(hosts).includes(hostname)) return;
  throw AUTH_ERRORS.wrongHost({ message: `Wrong endpoint. Use https://${own}` });
}
