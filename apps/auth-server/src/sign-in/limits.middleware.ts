import type { RateLimiter } from '@sextant/platform-security/rate-limit';
import { placeOf, rateLimit } from '@sextant/platform-security/rate-limit';
import type { Request, RequestHandler } from 'express';
import { FIRST_PARTY } from '../clients/client.js';
import { rateLimited } from './rate-limited.js';

/**
 * Nobody is counted for looking after the service or reading about it, nor for what every page fetches and is the same for all;
 * directories and proxies have limits of their own, siblings none.
 */
const UNCOUNTED =
  /^\/(?:(?:health|docs|metrics|scim|ssf|oauth\/assets)(?:\/|$)|auth\/forward\/?$|session\/iframe$|\.well-known\/sextant$)/;

const TOKEN_ENDPOINTS: Readonly<Record<string, string | undefined>> = {
  '/oauth/token': '',
  '/api/v1/oauth/token': '',
  '/auth/token': FIRST_PARTY.directLogin,
  '/auth/refresh': FIRST_PARTY.directLogin,
};

/** The forms of accounts, which send mails and try passwords, are one; they are found in any case of letters. */
const limitedAs = (path: string): string | undefined =>
  path.toLowerCase().startsWith('/account/') ? FIRST_PARTY.account : TOKEN_ENDPOINTS[path];

/** The default rate of spec 2, part 8: per address; an IPv6 subscriber's network is one. */
export const limitAddresses = (limiter: RateLimiter): RequestHandler =>
  rateLimit({
    limiter,
    key: (request) => (UNCOUNTED.test(request.path) ? undefined : placeOf(request.ip ?? 'unknown')),
    headers: 'x-ratelimit',
    problem: rateLimited,
  });

/**
 * The rate of the token endpoints: per client and address. Whoever calls may name any client before
 * it has proved anything; with the address in the key nobody uses up what belongs to others.
 */
export const limitTokens = (limiter: RateLimiter): RequestHandler =>
  rateLimit({
    limiter,
    key: (request) => {
      const fixed = request.method === 'POST' ? limitedAs(request.path) : undefined;
      if (fixed === undefined) return undefined;
      return `${placeOf(request.ip ?? 'unknown')}\n${fixed === '' ? clientIdOf(request) : fixed}`;
    },
    headers: 'x-ratelimit',
    problem: rateLimited,
  });

function clientIdOf(request: Request): string {
  const [, basic] =
    /^Basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (basic !== undefined) {
    const [id = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':', 1);
    return formDecoded(id).slice(0, 200);
  }
  const { client_id } = (request.body ?? {}) as { readonly client_id?: unknown };
  return typeof client_id === 'string' ? client_id.slice(0, 200) : '';
}

/** The id as the engine reads it (RFC 6749 section 2.3.1): in other spellings it is the same client. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // the engine refuses it
  }
}
