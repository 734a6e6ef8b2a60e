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
  auth = await startAuth({
    env: {
      ...{ TRUSTED_PROXIES: 'loopback', MTLS_CERTIFICATE_HEADER: 'ssl-client-cert' },
      MTLS_BASE,
    },
    clients: [client('machine', {}), client('bank', { fapi_profile: '2.0' })],
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
