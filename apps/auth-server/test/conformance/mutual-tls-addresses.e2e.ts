import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { json, postForm } from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const MTLS_BASE = 'https://mtls.example.org';
const BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const keys = generateKeyPair('ES256', { extractable: true });
let auth: RunningAuth;
beforeAll(async () => {
  const jwk = {
    ...(await exportJWK((await keys).publicKey)),
    use: 'sig',
    alg: 'ES256',
    kid: 'one',
  };
  const client = (client_id: string, metadata: object) => ({
    ...{ client_id, client_name: client_id, redirect_uris: [], scopes: ['read'] },
    metadata: {
      ...{ grant_types: ['client_credentials'], response_types: [], jwks: { keys: [jwk] } },
      ...{ token_endpoint_auth_method: 'private_key_jwt', ...metadata },
    },
  });
  const bound = { dpop_bound_access_tokens: true };
  auth = await startAuth({
    env: {
      ...{ TRUSTED_PROXIES: 'loopback', MTLS_CERTIFICATE_HEADER: 'ssl-client-cert' },
      MTLS_BASE,
    },
    clients: [
      client('machine', {}),
      client('bank', { fapi_profile: '2.0' }),
      client('bound', bound),
    ],
  });
});
afterAll(() => auth.close());

const assertion = async (id: string, aud: string | string[]) =>
  new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(aud)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign((await keys).privateKey);

const tokenFor = async (id: string, aud: string | string[]) =>
  postForm(`${auth.url}/api/v1/oauth/token`, {
    grant_type: 'client_credentials',
    ...{ client_assertion_type: BEARER, client_assertion: await assertion(id, aud) },
  });

describe('the audience of a client assertion where clients with certificates have addresses of their own', () => {
  it.each([
    `${MTLS_BASE}/api/v1/oauth/token`,
    `${MTLS_BASE}/oauth/token`,
    [`${MTLS_BASE}/api/v1/oauth/token`, 'https://elsewhere.example'],
  ])('may be the alias of the token endpoint: %j', async (aud) => {
    expect((await tokenFor('machine', aud)).status).toBe(200);
  });

  it('may be that of the endpoint which is called', async () => {
    const introspected = async (aud: string) =>
      postForm(`${auth.url}/api/v1/oauth/introspect`, {
        ...{ token: 'unknown', client_assertion_type: BEARER },
        client_assertion: await assertion('machine', aud),
      });

    expect((await introspected(`${MTLS_BASE}/api/v1/oauth/introspect`)).status).toBe(200);
    expect((await introspected(`${MTLS_BASE}/api/v1/oauth/revoke`)).status).toBe(401);
  });

  it.each([MTLS_BASE, `${MTLS_BASE}/api/v1/oauth/revoke`, 'https://elsewhere.example/oauth/token'])(
    'is nothing else: %s',
    async (aud) => {
      const refused = await tokenFor('machine', aud);

      expect([refused.status, await json(refused)]).toEqual([
        401,
        expect.objectContaining({ error: 'invalid_client' }),
      ]);
    },
  );

  it('is the issuer alone of a FAPI 2.0 client', async () => {
    expect((await tokenFor('bank', `${MTLS_BASE}/api/v1/oauth/token`)).status).toBe(401);
  });
});

describe('a DPoP proof', () => {
  const statusOf = async (host: string, htu: string): Promise<number | undefined> => {
    const { privateKey, publicKey } = await keys;
    const proof = await new SignJWT({ htm: 'POST', htu, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey);
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      ...{ client_assertion_type: BEARER, client_assertion: await assertion('bound', issuer()) },
    }).toString();
    const headers = {
      ...{ host, dpop: proof, 'content-type': 'application/x-www-form-urlencoded' },
      'content-length': String(body.length),
    };
    return new Promise((resolve, reject) => {
      request(`${auth.url}/api/v1/oauth/token`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end(body);
    });
  };
  const issuer = () => auth.env['ISSUER'] ?? '';
  const path = '/api/v1/oauth/token';

  it('names the address that is called: that for certificates, or the usual one', async () => {
    const usual = new URL(issuer()).host;

    expect(await statusOf('mtls.example.org', `${MTLS_BASE}${path}`)).toBe(200);
    expect(await statusOf(usual, `${issuer()}${path}`)).toBe(200);
    expect(await statusOf('mtls.example.org', `${issuer()}${path}`)).toBe(400);
    expect(await statusOf(usual, `${MTLS_BASE}${path}`)).toBe(400);
  });
});
