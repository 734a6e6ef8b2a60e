import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import { Browser } from '../browser.js';
import { admin, adminToken, authorizeUrl, json } from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

describe('a client that signs its requests', () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());

  it('is made by the admin API, and may not leave the signature out', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    const { publicKey } = await generateKeyPair('ES256');
    const signing = {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      require_signed_request_object: true,
      request_object_signing_alg: 'ES256',
      backchannel_authentication_request_signing_alg: 'ES256',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' }] },
    };
    const made = await call('POST', '/clients', {
      ...{ client_name: 'Bank', client_type: 'confidential', scopes: ['openid', 'read'] },
      ...{ redirect_uris: ['https://bank.example/callback'], ...signing },
    });
    expect([made.status, made.ok ? '' : await made.text()]).toEqual([201, '']);
    const client = await json<{ client_id: string }>(made);
    expect(client).toMatchObject({
      require_signed_request_object: true,
      request_object_signing_alg: 'ES256',
    });

    const redirect_uri = 'https://bank.example/callback';
    const page = await new Browser(auth.url).get(
      authorizeUrl({ client_id: client.client_id, redirect_uri }),
    );
    const { searchParams } = new URL(page.location ?? 'nowhere:');
    expect(searchParams.get('error')).toBe('invalid_request');
    expect(searchParams.get('error_description')).toMatch(/request object/i);
  });

  it.each([
    ['request_object_signing_alg', 'none'],
    ['request_object_signing_alg', 'HS256'],
    ['token_endpoint_auth_signing_alg', 'none'],
    ['require_signed_request_object', 'yes'],
  ])('is refused with %s %s', async (name, value) => {
    const call = admin(auth.url, await adminToken(auth.url));

    expect((await call('PATCH', '/clients/web', { [name]: value })).status).toBe(422);
  });
});
