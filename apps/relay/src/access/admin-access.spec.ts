import { describe, expect, it } from '@jest/globals';
import { problem } from '@sextant/platform-http/errors';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import type { RelayConfig } from '../options/config.js';
import { CurrentConfig } from '../options/current-config.js';
import { IssuerTokens } from './issuer-tokens.js';
import { AdminAccess, type TokenVerifier } from './admin-access.js';

const invalid = problem('invalid_token', 401, 'The token is not valid.');

const configOf = (options: Partial<RelayConfig>) => new CurrentConfig(options as RelayConfig);

const verifier: TokenVerifier = {
  verify: (token) =>
    token.startsWith('jwt-')
      ? Promise.resolve({ scopes: new Set([token.slice(4)]), person: { userName: 'Anna' } })
      : Promise.reject(invalid()),
};

describe('administrators', () => {
  const both = new AdminAccess(configOf({ adminToken: 'configured' }), verifier);

  it.each([
    ['Bearer configured', 'administrator'],
    ['bearer configured', 'administrator'],
    ['Bearer jwt-relay:admin', 'Anna'],
  ])('are let in with %s, as %s', async (authorization, name) => {
    await expect(both.require(authorization)).resolves.toEqual({ name });
  });

  it.each([
    [undefined, 401, 'unauthorized'],
    ['', 401, 'unauthorized'],
    ['Bearer', 401, 'unauthorized'],
    ['Basic configured', 401, 'unauthorized'],
    ['Bearer configured2', 401, 'invalid_token'],
    ['Bearer jwt-relay:read', 403, 'forbidden'],
    ['Bearer jwt-relay:admin:more', 403, 'forbidden'],
  ])('are not let in with %s', async (authorization, status, code) => {
    await expect(both.require(authorization)).rejects.toMatchObject({ status, code });
  });

  it('are judged with the request that shows the token: it may be bound to a certificate', async () => {
    const seen: unknown[] = [];
    const access = new AdminAccess(configOf({}), {
      verify: (_token, request) => {
        seen.push(request);
        return Promise.resolve({ scopes: new Set(['relay:admin']) });
      },
    });
    const request = {};
    await access.require('Bearer jwt', request);

    expect(seen[0]).toBe(request);
  });

  it('are nobody when neither a token nor a verifier is configured', async () => {
    const config = configOf({});
    const none = new AdminAccess(config, new IssuerTokens(config, new Metrics('relay')));

    for (const authorization of ['Bearer undefined', 'Bearer x', 'Bearer ']) {
      await expect(none.require(authorization)).rejects.toMatchObject({ status: 401 });
    }
  });
});
