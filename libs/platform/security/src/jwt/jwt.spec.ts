import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { loadConfig } from '@sextant/platform-runtime/config';
import type { Request, Response } from 'express';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import {
  accessOf,
  isStepUp,
  jwtSettings,
  JwtVerifier,
  requireAccess,
  requireScope,
  type JwtConfig,
} from './index.js';

const NOW = '2026-11-21T12:00:00Z';
const ISSUER = 'https://login.example.org';
const CLAIMS = {
  sub: 'subject-1',
  client_id: 'web',
  scope: 'read write',
  user: '0123456789abcdef01234567',
  userId: 'grace',
  userName: 'Grace Hopper',
  academyId: 'academy-1',
  roles: ['teacher'],
};

const WRONG = { code: 'invalid_token' };

interface Overrides {
  readonly issuer?: string;
  readonly audience?: string;
  readonly typ?: string;
  readonly kid?: string;
  readonly ageSeconds?: number;
  readonly claims?: object;
  readonly key?: CryptoKey;
  readonly alg?: string;
}

describe('JwtVerifier', () => {
  let server: Server;
  let keys: object[];
  let fetched: number;
  let privateKey: CryptoKey;
  let verifier: JwtVerifier;
  const nowSeconds = Date.parse(NOW) / 1000;

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    ({ privateKey } = pair);
    keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }];
    fetched = 0;
    server = createServer((_request, response) => {
      fetched += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    verifier = newVerifier();
  });
  afterAll(() => {
    server.close();
  });

  const newVerifier = (port = (server.address() as AddressInfo).port) =>
    new JwtVerifier(
      {
        authIssuer: ISSUER,
        authAudience: 'sextant',
        authJwksUrl: `http://127.0.0.1:${port}/keys`,
      },
      new FakeClock(NOW),
    );

  const sign = ({ ageSeconds = 0, claims = CLAIMS, key, ...overrides }: Overrides = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({
        alg: overrides.alg ?? 'ES256',
        typ: overrides.typ ?? 'at+jwt',
        kid: overrides.kid ?? 'k1',
      })
      .setIssuer(overrides.issuer ?? ISSUER)
      .setAudience(overrides.audience ?? 'sextant')
      .setIssuedAt(nowSeconds - ageSeconds)
      .setExpirationTime(nowSeconds - ageSeconds + 600)
      .sign(key ?? privateKey);

  it('tells who the token is about and what it allows', async () => {
    expect(await verifier.verify(await sign())).toEqual({
      subject: 'subject-1',
      clientId: 'web',
      workspace: 'web',
      scopes: new Set(['read', 'write']),
      authorizationDetails: [],
      expiresAt: new Date((nowSeconds + 600) * 1000),
      person: {
        user: '0123456789abcdef01234567',
        userId: 'grace',
        userName: 'Grace Hopper',
        academyId: 'academy-1',
        roles: ['teacher'],
      },
    });
  });

  it('knows no person behind the token of a machine', async () => {
    const token = await sign({ claims: { sub: 'web', client_id: 'web', scope: 'read' } });

    expect(await verifier.verify(token)).toMatchObject({ subject: 'web', person: undefined });
  });

  it('tells the workspace that the token names', async () => {
    const token = await sign({ claims: { ...CLAIMS, workspace: 'school-1' } });

    expect(await verifier.verify(token)).toMatchObject({ clientId: 'web', workspace: 'school-1' });
  });

  describe('of an administrator', () => {
    const strict = (rules: Partial<JwtConfig>) =>
      new JwtVerifier(
        {
          ...{ authIssuer: ISSUER, authAudience: 'sextant', adminScope: 'write', ...rules },
          authJwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
        },
        new FakeClock(NOW),
      );
    const mfa = { authAdminAcr: ['urn:sextant:mfa', 'urn:sextant:passkey'] };
    const hour = { authAdminMaxAgeSeconds: 3600 };

    it.each<[string, Partial<JwtConfig>, object, string]>([
      [
        'without a factor',
        mfa,
        { acr: 'urn:sextant:password' },
        'A stronger sign-in is required", acr_values="urn:sextant:mfa urn:sextant:passkey"',
      ],
      ['of which no acr is known', mfa, {}, 'A stronger sign-in is required", acr_values='],
      [
        'who signed in long ago',
        hour,
        { auth_time: nowSeconds - 3606 },
        'A newer sign-in is required", max_age="3600"',
      ],
      ['of which no time is known', hour, {}, 'A newer sign-in is required", max_age="3600"'],
      [
        'with a factor, long ago',
        { ...mfa, ...hour },
        { acr: 'urn:sextant:mfa', auth_time: nowSeconds - 7200 },
        'A newer sign-in is required", acr_values="urn:sextant:mfa urn:sextant:passkey", max_age="3600"',
      ],
    ])('%s is told how to sign in (RFC 9470)', async (_who, rules, claims, challenge) => {
      const token = await sign({ claims: { ...CLAIMS, ...claims } });
      const refused = await strict(rules)
        .verify(token)
        .catch((error: unknown) => error);

      expect(isStepUp(refused)).toBe(true);
      expect(refused).toMatchObject({
        status: 401,
        headers: {
          'WWW-Authenticate': expect.stringContaining(
            `Bearer error="insufficient_user_authentication", error_description="${challenge}`,
          ),
        },
      });
      await expect(verifier.verify(token)).resolves.toBeDefined();
    });

    it.each<[string, Partial<JwtConfig>, object]>([
      ['with a factor', mfa, { acr: 'urn:sextant:passkey' }],
      ['just signed in', hour, { auth_time: nowSeconds - 3600 }],
      ['without the scope', { ...mfa, ...hour }, { scope: 'read' }],
      ['that is a machine', { ...mfa, ...hour }, { sub: 'web' }],
      ['of a service without such a scope', { ...mfa, adminScope: undefined }, {}],
    ])('%s is let in', async (_who, rules, claims) => {
      const token = await sign({ claims: { ...CLAIMS, ...claims } });

      await expect(strict(rules).verify(token)).resolves.toBeDefined();
    });
  });

  it.each<[string, Overrides]>([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['another audience', { audience: 'https://api.example.org' }],
    ['an ID token', { typ: 'JWT' }],
    ['a logout token', { typ: 'logout+jwt' }],
    ['an expired token', { ageSeconds: 606 }],
    ['a token without client', { claims: { sub: 'x' } }],
    ['a token that is bound to a key', { claims: { ...CLAIMS, cnf: { jkt: 'x' } } }],
    ['an unknown key', { kid: 'k2' }],
    ['a kid that is a path', { kid: '../../dev/null' }],
  ])('refuses %s', async (_what, overrides) => {
    await expect(verifier.verify(await sign(overrides))).rejects.toMatchObject({
      code: 'invalid_token',
      status: 401,
    });
  });

  it('tolerates five seconds of skew', async () => {
    await expect(verifier.verify(await sign({ ageSeconds: 604 }))).resolves.toBeDefined();
  });

  it('refuses what is signed by somebody else, by a shared secret, or by nobody', async () => {
    const other = await generateKeyPair('ES256');
    const secret = new TextEncoder().encode(JSON.stringify(keys[0]).padEnd(32, 'x'));
    const forged = [
      await sign({ key: other.privateKey }),
      await new SignJWT(CLAIMS)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })
        .setIssuer(ISSUER)
        .setAudience('sextant')
        .setExpirationTime(nowSeconds + 600)
        .sign(secret),
      new UnsecuredJWT(CLAIMS).setIssuer(ISSUER).setAudience('sextant').encode(),
      'x'.repeat(20_000),
      'no token',
    ];

    for (const token of forged) {
      await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
    }
  });

  it('fetches the keys once for many tokens', async () => {
    const fresh = newVerifier();
    const before = fetched;

    await Promise.all(Array.from({ length: 20 }, async () => fresh.verify(await sign())));

    expect(fetched - before).toBe(1);
  });

  it('takes up a key that was published before it signs', async () => {
    const next = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = { ...(await exportJWK(next.publicKey)), kid: 'k9', alg: 'EdDSA', use: 'sig' };
    keys = [...keys, jwk];

    const token = await sign({ key: next.privateKey, alg: 'EdDSA', kid: 'k9' });

    await expect(newVerifier().verify(token)).resolves.toBeDefined();
  });

  it('says 503 while the keys cannot be had', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();

    await expect(newVerifier(port).verify(await sign())).rejects.toMatchObject({
      code: 'keys_unavailable',
      status: 503,
    });
  });

  it('accepts tokens for a resource of the service, and for no other', async () => {
    const { port } = server.address() as AddressInfo;
    const config = {
      authIssuer: ISSUER,
      authAudience: 'sextant',
      authJwksUrl: `http://127.0.0.1:${port}/keys`,
      resourcePaths: ['/v2', '/v3'],
    };
    const here = new JwtVerifier(config, new FakeClock(NOW));
    const elsewhere = new JwtVerifier(
      { ...config, authResourceBase: 'https://api.example.org' },
      new FakeClock(NOW),
    );
    const own = await sign({ audience: `${ISSUER}/v3` });

    await expect(here.verify(own)).resolves.toMatchObject({ subject: 'subject-1' });
    await expect(here.verify(await sign())).resolves.toBeDefined();
    await expect(here.verify(await sign({ audience: `${ISSUER}/v1` }))).rejects.toMatchObject(
      WRONG,
    );
    await expect(elsewhere.verify(own)).rejects.toMatchObject(WRONG);
    await expect(verifier.verify(own)).rejects.toMatchObject(WRONG);
  });

  describe('requireAccess', () => {
    const run = async (authorization: string | undefined, scopes: readonly string[] = []) => {
      const request = { headers: { authorization } } as Request;
      const error = await new Promise<unknown>((resolve) => {
        void requireAccess({ verifier, scopes })(request, {} as Response, resolve);
      });
      return { error, access: accessOf(request) };
    };

    it('lets a token with the scopes through', async () => {
      const { error, access } = await run(`Bearer ${await sign()}`, ['read', 'write']);

      expect(error).toBeUndefined();
      expect(access).toMatchObject({ subject: 'subject-1' });
    });

    it.each([
      [undefined, 'missing_token'],
      ['Basic abc', 'invalid_token'],
      ['Bearer nonsense', 'invalid_token'],
    ])('refuses %s', async (authorization, code) => {
      expect((await run(authorization)).error).toMatchObject({ code, status: 401 });
    });

    it('refuses a token that lacks a scope, and names it', async () => {
      const { error, access } = await run(`Bearer ${await sign()}`, ['read', 'admin']);

      expect(error).toMatchObject({
        code: 'insufficient_scope',
        status: 403,
        headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="admin"' },
      });
      expect(access).toBeUndefined();
    });
  });

  it('requireScope is content with no scope at all', async () => {
    const access = await verifier.verify(await sign());

    expect(() => requireScope(access)).not.toThrow();
  });
});

describe('jwtSettings', () => {
  it('has no issuer in production unless it is given', () => {
    expect(() => loadConfig(jwtSettings, { argv: [], env: { NODE_ENV: 'production' } })).toThrow(
      'AUTH_ISSUER',
    );
  });
});
