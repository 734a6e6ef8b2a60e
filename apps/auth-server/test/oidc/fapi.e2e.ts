import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, type GenerateKeyPairResult } from 'jose';
import { Browser, newPkce } from '../browser.js';
import { allow, authorizeUrl, json, postForm, type TokenAnswer } from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const SECRET = 'a-secret-for-tests-0123456789abcdefghijklmn';
const authorization = (id: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${SECRET}`).toString('base64')}`,
});

describe('the FAPI 2.0 security profile', () => {
  let auth: RunningAuth;
  const fapiKeys = generateKeyPair('ES256', { extractable: true });
  beforeAll(async () => {
    const jwk = {
      ...(await exportJWK((await fapiKeys).publicKey)),
      use: 'sig',
      alg: 'ES256',
      kid: 'f1',
    };
    auth = await startAuth({
      clients: [
        {
          client_id: 'fapi',
          client_name: 'Bank',
          client_secret: SECRET,
          redirect_uris: ['https://bank.example.org/callback'],
          scopes: ['openid', 'read'],
          metadata: {
            fapi_profile: '2.0',
            token_endpoint_auth_method: 'private_key_jwt',
            token_endpoint_auth_signing_alg: 'ES256',
            require_pushed_authorization_requests: true,
            dpop_bound_access_tokens: true,
            id_token_signed_response_alg: 'ES256',
            jwks: { keys: [jwk] },
          },
        },
      ],
    });
  });
  afterAll(() => auth.close());

  const callback = 'https://bank.example.org/callback';
  const fapiPkce = newPkce();
  const assertion = async (aheadSeconds = 0) =>
    new SignJWT({ jti: crypto.randomUUID() })
      .setNotBefore(Math.floor(Date.now() / 1000) + aheadSeconds)
      .setProtectedHeader({ alg: 'ES256', kid: 'f1' })
      .setIssuer('fapi')
      .setSubject('fapi')
      .setAudience(auth.env['ISSUER'] ?? '')
      .setIssuedAt()
      .setExpirationTime('300s')
      .sign((await fapiKeys).privateKey);
  const identity = async (aheadSeconds = 0) => ({
    client_id: 'fapi',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await assertion(aheadSeconds),
  });
  const proof = async ({ privateKey, publicKey }: GenerateKeyPairResult) =>
    new SignJWT({
      htm: 'POST',
      htu: `${auth.env['ISSUER'] ?? ''}/oauth/token`,
      jti: crypto.randomUUID(),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey);
  const request = () =>
    Object.fromEntries(
      new URLSearchParams(
        authorizeUrl(
          { client_id: 'fapi', redirect_uri: callback, scope: 'openid' },
          fapiPkce,
        ).split('?')[1],
      ),
    );

  it('wants pushed requests', async () => {
    const answer = await new Browser(auth.url).get(
      `/api/v1/oauth/authorize?${new URLSearchParams(request()).toString()}`,
    );

    expect(new URL(answer.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  it('wants private_key_jwt', async () => {
    const response = await postForm(
      `${auth.url}/api/v1/oauth/par`,
      request(),
      authorization('fapi'),
    );

    expect(response.status).toBe(401);
  });

  it.each([
    [8, 201],
    [60, 401],
  ])('answers a client whose clock is %i seconds ahead with %i', async (seconds, status) => {
    const response = await postForm(`${auth.url}/api/v1/oauth/par`, {
      ...request(),
      ...(await identity(seconds)),
    });

    expect(response.status).toBe(status);
  });

  it('wants PKCE', async () => {
    const rest: Record<string, string> = { ...request() };
    delete rest['code_challenge'];

    const response = await postForm(`${auth.url}/api/v1/oauth/par`, {
      ...rest,
      ...(await identity()),
    });

    expect(await json(response)).toMatchObject({ error: 'invalid_request' });
  });

  it('gives bound tokens to who obeys all of it', async () => {
    const pushed = await json<{ request_uri: string }>(
      await postForm(`${auth.url}/api/v1/oauth/par`, { ...request(), ...(await identity()) }),
    );
    const browser = new Browser(auth.url);
    const query = new URLSearchParams({ client_id: 'fapi', request_uri: pushed.request_uri });
    const page = await browser.get(`/api/v1/oauth/authorize?${query.toString()}`);
    const { location } = await allow(browser, page);
    const keys = await generateKeyPair('ES256', { extractable: true });

    const response = await postForm(
      `${auth.url}/oauth/token`,
      {
        grant_type: 'authorization_code',
        code: new URL(location ?? '').searchParams.get('code') ?? '',
        redirect_uri: callback,
        code_verifier: fapiPkce.verifier,
        ...(await identity()),
      },
      { dpop: await proof(keys) },
    );

    const tokens = await json<TokenAnswer>(response);
    expect(tokens).toMatchObject({
      token_type: 'DPoP',
      access_token: expect.any(String),
      id_token: expect.any(String),
    });
    // Section 5.3.2.1: refresh tokens are not rotated, so that a lost answer loses nothing.
    for (let use = 1; use <= 2; use += 1) {
      const refreshed = await postForm(
        `${auth.url}/oauth/token`,
        {
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token,
          ...(await identity()),
        },
        { dpop: await proof(keys) },
      );
      expect(refreshed.status).toBe(200);
      expect(await json(refreshed)).toMatchObject({ refresh_token: tokens.refresh_token });
    }
  });

  it('wants sender-constrained tokens', async () => {
    const pushed = await json<{ request_uri: string }>(
      await postForm(`${auth.url}/api/v1/oauth/par`, { ...request(), ...(await identity()) }),
    );
    const browser = new Browser(auth.url);
    const page = await browser.get(
      `/api/v1/oauth/authorize?${new URLSearchParams({ client_id: 'fapi', request_uri: pushed.request_uri }).toString()}`,
    );
    const { location } = await allow(browser, page);
    const code = new URL(location ?? '').searchParams.get('code') ?? '';

    const response = await postForm(`${auth.url}/oauth/token`, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: fapiPkce.verifier,
      ...(await identity()),
    });

    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({
      error: expect.stringMatching(/invalid_(grant|request)/),
    });
  });
});
