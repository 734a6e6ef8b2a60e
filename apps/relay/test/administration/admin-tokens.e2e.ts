import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startRelay, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const ISSUER = 'https://login.example';
let keys: Stub;
let relay: RunningRelay;

beforeAll(async () => {
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'EdDSA', use: 'sig' };
  keys = await stubServer(() => ({ body: { keys: [key] } }));
  relay = await startRelay({ AUTH_ISSUER: ISSUER, AUTH_JWKS_URL: `${keys.url}/jwks` });
});

afterAll(async () => {
  await relay.close();
  await keys.close();
});

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(claims: object = {}, key: KeyObject = privateKey): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    ...{ iss: ISSUER, aud: 'sextant', sub: 'operator', client_id: 'console' },
    ...{ iat: now, exp: now + 60, scope: 'openid relay:admin' },
    ...claims,
  };
  const head = `${encoded({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1' })}.${encoded(payload)}`;
  return `${head}.${sign(null, Buffer.from(head), key).toString('base64url')}`;
}
const statusOf = async (authorization: string, { url } = relay): Promise<number> =>
  (await fetch(`${url}/relay/status`, { headers: { authorization } })).status;

describe('access tokens of the issuer', () => {
  it('with the scope relay:admin administer the relay', async () => {
    expect(await statusOf(`Bearer ${token()}`)).toBe(200);
  });

  it.each([
    ['without the scope', { scope: 'openid' }, 403],
    ['that is over', { exp: Math.floor(Date.now() / 1000) - 60 }, 401],
    ['of another issuer', { iss: 'https://other.example' }, 401],
    ['for another audience', { aud: 'other' }, 401],
  ])('%s do not', async (_name, claims, expected) => {
    expect(await statusOf(`Bearer ${token(claims)}`)).toBe(expected);
  });

  it('signed with another key do not', async () => {
    const other = generateKeyPairSync('ed25519').privateKey;

    expect(await statusOf(`Bearer ${token({}, other)}`)).toBe(401);
  });

  it('of people without a second factor are told to step up, where that is asked', async () => {
    const strict = await startRelay({
      AUTH_ISSUER: ISSUER,
      AUTH_JWKS_URL: `${keys.url}/jwks`,
      AUTH_ADMIN_ACR: 'urn:sextant:mfa',
    });
    const weak = await fetch(`${strict.url}/relay/status`, {
      headers: { authorization: `Bearer ${token({ acr: 'urn:sextant:password' })}` },
    });

    expect(weak.status).toBe(401);
    expect(weak.headers.get('www-authenticate')).toContain(
      'Bearer error="insufficient_user_authentication", error_description="A stronger sign-in is required", acr_values="urn:sextant:mfa"',
    );
    expect(await statusOf(`Bearer ${token({ acr: 'urn:sextant:mfa' })}`, strict)).toBe(200);
    await strict.close();
  });

  it('count for nothing without an issuer', async () => {
    const plain = await startRelay({ AUTH_JWKS_URL: `${keys.url}/jwks` });

    expect(await statusOf(`Bearer ${token()}`, plain)).toBe(401);
    await plain.close();
  });
});
