import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Browser, hiddenFields, newPkce } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorizeUrl,
  basic,
  bearer,
  json,
  postForm,
  refresh,
  type TokenAnswer,
  userinfo,
} from '../flows.js';
import {
  OTHER_REDIRECT_URI,
  passwordOf,
  REDIRECT_URI,
  startAuth,
  type RunningAuth,
} from '../running-auth.js';

const SECRET = 'suite-secret-0123456789abcdefghijklmnopqrs';
const identity = {
  authorization: `Basic ${Buffer.from(`suite:${SECRET}`).toString('base64')}`,
};
const SCOPES = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];

/** Modules of the suite's Basic and Form Post plans that our configuration decides, under their names. */
describe('the conformance profile', () => {
  let auth: RunningAuth;
  const keys = generateKeyPair('RS256', { extractable: true });

  beforeAll(async () => {
    const jwk = {
      ...(await exportJWK((await keys).publicKey)),
      kid: 'suite',
      use: 'sig',
      alg: 'RS256',
    };
    auth = await startAuth({
      env: { DYNAMIC_REGISTRATION: 'open' },
      clients: [
        {
          client_id: 'suite',
          client_secret: SECRET,
          client_name: 'Suite',
          redirect_uris: [REDIRECT_URI, `${REDIRECT_URI}?dummy1=lorem&dummy2=ipsum`],
          scopes: SCOPES,
          metadata: { jwks: { keys: [jwk] }, require_pkce: false },
        },
      ],
    });
  });
  afterAll(() => auth.close());

  const url = (parameters: Readonly<Record<string, string | undefined>> = {}) =>
    authorizeUrl({
      client_id: 'suite',
      scope: 'openid',
      nonce: 'n',
      code_challenge: undefined,
      code_challenge_method: undefined,
      ...parameters,
    });
  const signIn = async (
    parameters: Readonly<Record<string, string | undefined>> = {},
    browser = new Browser(auth.url),
  ) => {
    const page = await browser.get(url(parameters));
    const answer = page.status === 200 ? await allow(browser, page) : page;
    return { browser, answer, redirect: new URL(answer.location ?? 'http://none') };
  };
  const exchange = async (redirect: URL, headers: Record<string, string> = identity, fields = {}) =>
    postForm(
      `${auth.url}/oauth/token`,
      {
        grant_type: 'authorization_code',
        code: redirect.searchParams.get('code') ?? '',
        redirect_uri: REDIRECT_URI,
        ...fields,
      },
      headers,
    );
  const tokens = async (parameters: Readonly<Record<string, string | undefined>> = {}) =>
    json<TokenAnswer>(await exchange((await signIn(parameters)).redirect));

  it('oidcc-server: a confidential client with nonce needs no PKCE', async () => {
    const { id_token = '' } = await tokens();

    expect(decodeJwt(id_token)).toMatchObject({
      nonce: 'n',
      aud: 'suite',
      iss: auth.env['ISSUER'],
    });
    expect(decodeProtectedHeader(id_token)).toMatchObject({
      alg: 'RS256',
      kid: expect.any(String),
    });
  });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { id_token = '' } = await tokens({ nonce: undefined });

    expect(decodeJwt(id_token)).not.toHaveProperty('nonce');
  });

  it('all other clients need PKCE, and the log says which does not', async () => {
    for (const client_id of ['spa', 'web']) {
      const { location } = await new Browser(auth.url).get(url({ client_id }));
      expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_request');
    }
    expect(auth.logs).toContainEqual(
      expect.objectContaining({ msg: 'pkce.waived', clients: ['suite'] }),
    );
  });

  it('an administrator alone waives PKCE, and of no public client', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    const registered = await fetch(`${auth.url}/api/v1/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://new.example.org/cb'], require_pkce: false }),
    });
    const visit = async () =>
      (
        await new Browser(auth.url).get(
          url({ client_id: 'other', redirect_uri: OTHER_REDIRECT_URI }),
        )
      ).status;

    expect(registered.status).toBe(400);
    expect((await call('PATCH', '/clients/spa', { require_pkce: false })).status).toBe(422);
    expect((await call('PATCH', '/clients/other', { require_pkce: false })).status).toBe(200);
    expect(await visit()).toBe(200);
    await call('PATCH', '/clients/other', { require_pkce: true });
    expect(await visit()).not.toBe(200);
  });

  it('oidcc-ensure-request-with-valid-pkce-succeeds, and the verifier counts', async () => {
    const pkce = newPkce();
    const challenge = { code_challenge: pkce.challenge, code_challenge_method: 'S256' };
    const [right, wrong] = [await signIn(challenge), await signIn(challenge)];

    const answers = [
      await exchange(right.redirect, identity, { code_verifier: pkce.verifier }),
      await exchange(wrong.redirect, identity, { code_verifier: newPkce().verifier }),
      await exchange((await signIn(challenge)).redirect),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400]);
  });

  it.each(['page', 'popup', 'touch', 'wap'])('oidcc-display-%s', async (display) => {
    expect((await signIn({ display })).redirect.searchParams.has('code')).toBe(true);
  });

  it('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    const { id_token = '' } = await tokens({ acr_values: '1 2' });

    expect(decodeJwt(id_token)).toHaveProperty('sub');
  });

  it('oidcc-prompt-login: asks a second time, with a later auth_time', async () => {
    const first = await signIn();
    const before = await json<TokenAnswer>(await exchange(first.redirect));
    const page = await first.browser.get(url({ prompt: 'login', max_age: '100' }));

    expect(page.text).toContain('name="password"');
    const answer = await allow(first.browser, page);
    const after = await json<TokenAnswer>(await exchange(new URL(answer.location ?? '')));
    const [old, fresh] = [before, after].map(({ id_token = '' }) => decodeJwt(id_token));
    expect(fresh?.sub).toBe(old?.sub);
    expect(fresh?.['auth_time']).toEqual(expect.any(Number));
  });

  it('oidcc-prompt-none-logged-in', async () => {
    const { browser } = await signIn();

    const { redirect } = await signIn({ prompt: 'none' }, browser);

    expect((await exchange(redirect)).status).toBe(200);
  });

  it('oidcc-login-hint', async () => {
    const page = await new Browser(auth.url).get(url({ login_hint: 'grace' }));

    expect(page.text).toContain('value="grace"');
  });

  it('oidcc-refresh-token: bound to its client', async () => {
    const { refresh_token } = await tokens({ scope: 'openid offline_access', prompt: 'consent' });
    const stranger = await refresh(auth.url, refresh_token, {}, basic('other'));
    const own = await refresh(auth.url, refresh_token, {}, identity);

    expect(await json(stranger)).toMatchObject({ error: 'invalid_grant' });
    expect(own.status).toBe(200);
  });

  it('oidcc-discovery-endpoint-verification', async () => {
    const document = await json(await fetch(`${auth.url}/.well-known/openid-configuration`));

    expect(document).toMatchObject({
      issuer: auth.env['ISSUER'],
      response_types_supported: ['code'],
      subject_types_supported: expect.arrayContaining(['public']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      claims_parameter_supported: true,
      check_session_iframe: expect.stringContaining('/session/iframe'),
      end_session_endpoint: expect.stringContaining('/oidc/logout'),
      frontchannel_logout_supported: true,
      frontchannel_logout_session_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  });

  it('oidcc-response-type-missing', async () => {
    const answer = await new Browser(auth.url).get(url({ response_type: undefined }));

    expect(new URL(answer.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  it.each([
    ['GET', (token: string) => userinfo(auth.url, token)],
    [
      'POST with header',
      (token: string) => postForm(`${auth.url}/oidc/userinfo`, {}, bearer(token)),
    ],
    [
      'POST with body',
      (token: string) => postForm(`${auth.url}/oidc/userinfo`, { access_token: token }),
    ],
  ])('oidcc-userinfo: %s', async (_how, ask) => {
    const { access_token } = await tokens();

    const response = await ask(access_token);

    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({ sub: expect.any(String) });
  });

  it.each([
    ['profile', ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at']],
    ['email', ['email', 'email_verified']],
    ['address', []],
    ['phone', []],
  ])('oidcc-scope-%s', async (scope, claims: string[]) => {
    const { access_token } = await tokens({ scope: `openid ${scope}` });

    const answer = await json(await userinfo(auth.url, access_token));

    expect(Object.keys(answer).sort()).toEqual(['sub', ...claims].sort());
  });

  it('oidcc-ensure-other-scope-order-succeeds', async () => {
    expect(await tokens({ scope: 'email openid' })).toHaveProperty('id_token');
  });

  it('oidcc-max-age-1 and -10000: auth_time, and a new sign-in when it is too old', async () => {
    const first = await signIn({ max_age: '15000' });
    const { id_token = '' } = await json<TokenAnswer>(await exchange(first.redirect));
    const authTime = Number(decodeJwt(id_token)['auth_time']);

    const again = await signIn({ max_age: '10000' }, first.browser);
    const second = await json<TokenAnswer>(await exchange(again.redirect));

    expect(authTime).toBeGreaterThan(0);
    expect(decodeJwt(second.id_token ?? '')['auth_time']).toBe(authTime);
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    const { redirect } = await signIn({ prompt: 'none' });

    expect(redirect.searchParams.get('error')).toBe('login_required');
  });

  it('oidcc-id-token-hint with prompt=none', async () => {
    const { browser, redirect } = await signIn();
    const { id_token } = await json<TokenAnswer>(await exchange(redirect));

    const silent = await signIn({ prompt: 'none', id_token_hint: id_token }, browser);
    const { id_token: second = '' } = await json<TokenAnswer>(await exchange(silent.redirect));

    expect(decodeJwt(second).sub).toBe(decodeJwt(id_token ?? '').sub);
  });

  it('oidcc-ensure-request-with-unknown-parameter-succeeds', async () => {
    const { redirect } = await signIn({ extra: 'foobar', claims_locales: 'se', ui_locales: 'se' });

    expect(redirect.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('oidcc-redirect-uri-query-OK and -added', async () => {
    const registered = `${REDIRECT_URI}?dummy1=lorem&dummy2=ipsum`;
    const { redirect } = await signIn({ redirect_uri: registered });
    const added = await new Browser(auth.url).get(url({ redirect_uri: `${REDIRECT_URI}?foo=bar` }));

    expect(redirect.searchParams.get('dummy1')).toBe('lorem');
    expect(redirect.searchParams.get('code')).toEqual(expect.any(String));
    expect(added.status).toBe(400);
  });

  it('oidcc-ensure-registered-redirect-uri shows a page to browsers', async () => {
    const page = await new Browser(auth.url).get(url({ redirect_uri: 'https://evil.example/' }));

    expect(page.status).toBe(400);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain('invalid_redirect_uri');
  });

  it('oidcc-claims-essential', async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });

    const { access_token } = await tokens({ claims });

    expect(await json(await userinfo(auth.url, access_token))).toEqual({
      sub: expect.any(String),
      name: 'Grace Hopper',
    });
  });

  it('oidcc-server-client-secret-post', async () => {
    const { redirect } = await signIn();

    const response = await exchange(redirect, {}, { client_id: 'suite', client_secret: SECRET });

    expect(response.status).toBe(200);
  });

  it('oidcc-codereuse', async () => {
    const { redirect } = await signIn();
    const { access_token } = await json<TokenAnswer>(await exchange(redirect));

    expect(await json(await exchange(redirect))).toMatchObject({ error: 'invalid_grant' });
    expect((await userinfo(auth.url, access_token)).status).toBe(401);
  });

  it('oidcc-ensure-post-request-succeeds', async () => {
    const browser = new Browser(auth.url);
    const [path = '', query] = url().split('?');
    const answer = await browser.post(path, Object.fromEntries(new URLSearchParams(query)));

    const page = await browser.get(answer.location ?? '');

    expect((await allow(browser, page)).status).toBe(302);
  });

  describe('request objects', () => {
    const requestObject = async (claims: Record<string, unknown>) =>
      new SignJWT({
        client_id: 'suite',
        response_type: 'code',
        redirect_uri: REDIRECT_URI,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'suite' })
        .setIssuer('suite')
        .setAudience(auth.env['ISSUER'] ?? '')
        .setIssuedAt()
        .setExpirationTime('60s')
        .sign((await keys).privateKey);

    it('oidcc-ensure-request-object-with-redirect-uri: response_mode inside one is obeyed', async () => {
      const request = await requestObject({
        scope: 'openid',
        nonce: 'n',
        state: 'inside',
        response_mode: 'form_post',
      });

      const { answer } = await signIn({ request, state: undefined });

      expect(answer.status).toBe(200);
      expect(hiddenFields(answer.text)).toMatchObject({
        state: 'inside',
        code: expect.any(String),
        session_state: expect.any(String),
      });
    });

    it('oidcc-unsigned-request-object is refused', async () => {
      const none = [{ alg: 'none' }, { client_id: 'suite' }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');

      const { redirect } = await signIn({ request: `${none}.` });

      expect(redirect.searchParams.get('error')).toBe('invalid_request_object');
    });
  });

  describe('form post', () => {
    it('answers in a form that submits itself, errors too', async () => {
      const ok = await signIn({ response_mode: 'form_post' });
      const refused = await new Browser(auth.url).get(
        url({ response_mode: 'form_post', prompt: 'none' }),
      );

      expect(hiddenFields(ok.answer.text)).toMatchObject({
        code: expect.any(String),
        state: 'the-state',
      });
      expect(hiddenFields(refused.text)).toMatchObject({ error: 'login_required' });
    });
  });

  it('keeps the password where the suite’s browser finds it', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(url());

    expect(page.text).toMatch(/<button type="submit" name="consent" value="allow">/);
    const answer = await browser.submit(page, {
      username: 'grace',
      password: passwordOf('grace'),
      consent: 'allow',
    });
    expect(answer.status).toBe(302);
  });
});
