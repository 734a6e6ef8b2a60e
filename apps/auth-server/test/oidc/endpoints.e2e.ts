import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricAt } from '@sextant/platform-testing';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import {
  authorize,
  authorizeUrl,
  basic,
  bearer,
  isActive,
  json,
  postForm,
  redeem,
  refresh,
  tokensFor,
  userinfo,
  type ErrorAnswer,
  type TokenAnswer,
} from '../flows.js';
import { Browser } from '../browser.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

describe('the endpoints of spec 2, part 4.1', () => {
  let auth: RunningAuth;
  let issuer: string;
  beforeAll(async () => {
    auth = await startAuth();
    issuer = auth.env['ISSUER'] ?? '';
  });
  afterAll(() => auth.close());

  const document = async (name: string) => json(await fetch(`${auth.url}/.well-known/${name}`));

  describe('metadata', () => {
    it('describes the server as RFC 8414 and the specification want', async () => {
      for (let time = 0; time < 2; time += 1) {
        expect(await document('oauth-authorization-server')).toMatchObject({
          issuer,
          authorization_endpoint: `${issuer}/api/v1/oauth/authorize`,
          token_endpoint: `${issuer}/api/v1/oauth/token`,
          revocation_endpoint: `${issuer}/api/v1/oauth/revoke`,
          response_types_supported: ['code'],
          grant_types_supported: expect.arrayContaining([
            'authorization_code',
            'refresh_token',
            'password',
          ]),
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: expect.arrayContaining([
            'client_secret_basic',
            'client_secret_post',
          ]),
          scopes_supported: expect.arrayContaining(['read', 'write', 'admin']),
        });
      }
    });

    it('describes the OpenID provider, with the other path of the token endpoint', async () => {
      expect(await document('openid-configuration')).toMatchObject({
        issuer,
        authorization_endpoint: `${issuer}/api/v1/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        userinfo_endpoint: `${issuer}/oidc/userinfo`,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: expect.arrayContaining([
          'RS256',
          'HS256',
          'ES256',
          'EdDSA',
        ]),
        scopes_supported: expect.arrayContaining(['openid', 'profile', 'email']),
        claims_supported: expect.arrayContaining([
          'sub',
          'name',
          'given_name',
          'family_name',
          'email',
          'email_verified',
        ]),
        end_session_endpoint: `${issuer}/oidc/logout`,
        check_session_iframe: `${issuer}/session/iframe`,
        frontchannel_logout_supported: true,
        backchannel_logout_supported: true,
      });
    });

    it('shows the public halves of the signing keys and nothing else, RSA first', async () => {
      const { keys } = await json<{ keys: Record<string, string>[] }>(
        await fetch(`${auth.url}/.well-known/jwks.json`),
      );

      expect(keys[0]).toEqual({
        kty: 'RSA',
        use: 'sig',
        alg: 'RS256',
        kid: expect.any(String),
        n: expect.any(String),
        e: 'AQAB',
      });
      for (const key of keys) {
        for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi'])
          expect(key).not.toHaveProperty(secret);
      }
    });
  });

  describe('GET /oidc/userinfo', () => {
    it('answers the claims of the scopes', async () => {
      const { access_token } = await tokensFor(auth.url);

      expect(await json(await userinfo(auth.url, access_token))).toEqual({
        sub: expect.any(String),
        name: 'Grace Hopper',
        preferred_username: 'grace',
        given_name: 'Grace',
        family_name: 'Hopper',
        email: 'grace@example.org',
        email_verified: true,
        updated_at: expect.any(Number),
      });
    });

    it('leaves out what the scopes do not cover', async () => {
      const { access_token } = await tokensFor(auth.url, { scope: 'openid' });

      expect(await json(await userinfo(auth.url, access_token))).toEqual({
        sub: expect.any(String),
      });
    });

    it('refuses a token that it does not know', async () => {
      const response = await userinfo(auth.url, 'no-token');

      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('invalid_token');
      expect(await json<ErrorAnswer>(response)).toMatchObject({
        error: 'invalid_token',
        error_description: expect.any(String),
      });
    });
  });

  describe('POST /api/v1/oauth/revoke', () => {
    const revoke = (fields: Record<string, string>, as: 'web' | 'other' = 'web') =>
      postForm(`${auth.url}/api/v1/oauth/revoke`, fields, basic(as));

    it.each([{}, { token_type_hint: 'access_token' }, { token_type_hint: 'refresh_token' }])(
      'ends an access token at once, hint %j',
      async (hint) => {
        const { access_token } = await tokensFor(auth.url);

        const response = await revoke({ token: access_token, ...hint });

        expect([response.status, await response.text()]).toEqual([200, '']);
        expect((await userinfo(auth.url, access_token)).status).toBe(401);
        expect(await isActive(auth.url, access_token)).toBe(false);
      },
    );

    it('ends a refresh token and the access tokens of its grant', async () => {
      const { access_token, refresh_token } = await tokensFor(auth.url);

      await revoke({ token: refresh_token });

      expect((await refresh(auth.url, refresh_token)).status).toBe(400);
      expect((await userinfo(auth.url, access_token)).status).toBe(401);
    });

    it('ends, with an old access token, what came after it by the same grant and no other', async () => {
      const first = await tokensFor(auth.url);
      const second = await json<TokenAnswer>(await refresh(auth.url, first.refresh_token));
      const other = await tokensFor(auth.url);

      await revoke({ token: first.access_token });

      expect(await isActive(auth.url, first.access_token)).toBe(false);
      expect(await isActive(auth.url, second.access_token)).toBe(false);
      expect((await refresh(auth.url, second.refresh_token)).status).toBe(400);
      expect(await isActive(auth.url, other.access_token)).toBe(true);
    });

    it('answers 200 for a token that nobody knows', async () => {
      expect((await revoke({ token: 'unknown' })).status).toBe(200);
    });

    it('leaves the token of another client alone', async () => {
      const { access_token } = await tokensFor(auth.url);

      const response = await revoke({ token: access_token }, 'other');

      expect(response.status).toBe(400);
      expect((await userinfo(auth.url, access_token)).status).toBe(200);
    });

    it('wants a client that proves who it is', async () => {
      const response = await postForm(
        `${auth.url}/api/v1/oauth/revoke`,
        { token: 'x' },
        { authorization: `Basic ${Buffer.from('web:wrong').toString('base64')}` },
      );

      expect(response.status).toBe(401);
      expect(await json(response)).toMatchObject({ error: 'invalid_client' });
    });
  });

  describe('/auth', () => {
    const login = (fields: Record<string, string> = {}) =>
      postForm(`${auth.url}/auth/token`, {
        grant_type: 'password',
        username: 'grace',
        password: passwordOf('grace'),
        ...fields,
      });

    it('POST /auth/token answers tokens without an ID token', async () => {
      const response = await login({ scope: 'read write' });

      expect(response.status).toBe(200);
      expect(await json(response)).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        refresh_token: expect.any(String),
        scope: 'read write',
      });
    });

    it('gives the default scopes when none is asked for', async () => {
      expect(await json(await login())).toMatchObject({ scope: 'read' });
    });

    it.each([
      ['a wrong password', { password: 'wrong' }, 'invalid_grant'],
      ['an unknown user', { username: 'nobody' }, 'invalid_grant'],
      ['a missing user name', { username: '' }, 'invalid_request'],
      ['another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      ['an unknown scope', { scope: 'nonsense' }, 'invalid_scope'],
      ['the scope of administrators', { scope: 'admin' }, 'invalid_scope'],
    ])('refuses %s', async (_what, fields: Record<string, string>, error) => {
      const response = await login(fields);

      expect(response.status).toBe(400);
      expect(await json(response)).toMatchObject({ error, error_description: expect.any(String) });
    });

    it('opens userinfo with the scope openid, still without an ID token', async () => {
      const response = await login({ scope: 'openid email' });
      const tokens = await json<TokenAnswer>(response);

      expect(tokens).not.toHaveProperty('id_token');
      expect(await json(await userinfo(auth.url, tokens.access_token))).toMatchObject({
        email: 'grace@example.org',
      });
      const refreshed = await postForm(`${auth.url}/auth/refresh`, {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
      });
      expect(refreshed.status).toBe(200);
    });

    it('POST /auth/refresh answers new tokens and ends the old refresh token', async () => {
      const first = await json<TokenAnswer>(await login());
      const again = () =>
        postForm(`${auth.url}/auth/refresh`, {
          grant_type: 'refresh_token',
          refresh_token: first.refresh_token,
        });

      const second = await json<TokenAnswer>(await again());
      const replay = await again();

      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect(replay.status).toBe(400);
      expect(await isActiveToken(second.access_token)).toBe(401);
    });

    it('POST /auth/logout ends the token and its refresh token', async () => {
      const tokens = await json<TokenAnswer>(await login());

      const response = await fetch(`${auth.url}/auth/logout`, {
        method: 'POST',
        headers: bearer(tokens.access_token),
      });

      expect(response.status).toBe(200);
      expect(await json(response)).toEqual({ message: expect.any(String) });
      expect(await isActiveToken(tokens.access_token)).toBe(401);
      const after = await postForm(`${auth.url}/auth/refresh`, {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
      });
      expect(after.status).toBe(400);
    });

    it('POST /auth/logout wants a token', async () => {
      const response = await fetch(`${auth.url}/auth/logout`, { method: 'POST' });

      expect(response.status).toBe(401);
      expect(await json(response)).toMatchObject({ error: 'invalid_token' });
    });

    const isActiveToken = async (token: string): Promise<number> =>
      (await fetch(`${auth.url}/auth/sessions`, { headers: bearer(token) })).status;
  });

  describe('sessions', () => {
    it('GET /session/status tells who is signed in in this browser', async () => {
      const { browser } = await authorize(auth.url);

      const before = JSON.parse(
        (await new Browser(auth.url).get('/session/status')).text,
      ) as object;
      const after = JSON.parse((await browser.get('/session/status')).text) as object;

      expect(before).toEqual({ session_state: '', sid: '' });
      expect(after).toEqual({
        session_state: expect.stringMatching(/^[0-9a-f]{64}$/),
        sid: expect.any(String),
      });
    });

    it.each([
      ['query', '?'],
      ['fragment', '#'],
    ])('session_state is in the answer of response_mode=%s', async (mode, mark) => {
      const { redirect } = await authorize(auth.url, { response_mode: mode });

      const parameters = new URLSearchParams(redirect.href.split(mark)[1]);

      expect(parameters.get('session_state')).toMatch(/^[0-9a-f]{64}\.[0-9a-f]{16}$/);
      expect(parameters.get('code')).toEqual(expect.any(String));
    });

    it('session_state is in the form of response_mode=form_post', async () => {
      const browser = new Browser(auth.url);
      const page = await browser.get(authorizeUrl({ response_mode: 'form_post' }));

      const answer = await browser.submit(page, {
        username: 'grace',
        password: passwordOf('grace'),
        consent: 'allow',
      });

      expect(answer.status).toBe(200);
      expect(answer.text).toContain('name="session_state"');
      expect(answer.text).toContain('name="code"');
      expect(answer.headers.get('content-security-policy')).not.toContain('form-action');
    });

    it('lists the sessions of a user and ends them, with all tokens', async () => {
      const { browser, code, pkce } = await authorize(auth.url, {}, { name: 'alan' });
      const tokens = await json<TokenAnswer>(await redeem(auth.url, { code, pkce }));
      const headers = bearer(tokens.access_token);

      const list = await json<{ sessions: { sid: string; client_ids: string[] }[] }>(
        await fetch(`${auth.url}/auth/sessions`, { headers }),
      );
      const response = await fetch(`${auth.url}/auth/sessions`, { method: 'DELETE', headers });

      expect(list.sessions).toHaveLength(1);
      expect(list.sessions[0]?.client_ids).toEqual(['web']);
      expect(response.status).toBe(204);
      expect((await userinfo(auth.url, tokens.access_token)).status).toBe(401);
      expect((await browser.get(authorizeUrl())).text).toContain('name="password"');
    });

    it('ends one session and keeps the others', async () => {
      const first = await authorize(auth.url, {}, { name: 'alan' });
      const tokens = await tokensFor(auth.url, {}, 'alan');
      const { sid } = JSON.parse((await first.browser.get('/session/status')).text) as {
        sid: string;
      };

      const response = await fetch(`${auth.url}/auth/sessions/${sid}`, {
        method: 'DELETE',
        headers: bearer(tokens.access_token),
      });

      expect(response.status).toBe(204);
      expect((await first.browser.get(authorizeUrl())).text).toContain('name="password"');
      expect((await userinfo(auth.url, tokens.access_token)).status).toBe(200);
    });

    it('ends no session of somebody else', async () => {
      const { browser } = await authorize(auth.url);
      const { sid } = JSON.parse((await browser.get('/session/status')).text) as { sid: string };
      const tokens = await tokensFor(auth.url, {}, 'alan');

      const response = await fetch(`${auth.url}/auth/sessions/${sid}`, {
        method: 'DELETE',
        headers: bearer(tokens.access_token),
      });

      expect(response.status).toBe(404);
    });
  });

  describe('RP-initiated logout', () => {
    const signedOut = 'http://localhost:9999/signed-out';

    it('signs out and goes back when the client proves whose session it is', async () => {
      const { browser, code, pkce } = await authorize(auth.url);
      const tokens = await json<TokenAnswer>(await redeem(auth.url, { code, pkce }));
      const query = new URLSearchParams({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: signedOut,
        state: 's-1',
      });

      const answer = await browser.get(`/oidc/logout?${query.toString()}`);

      expect([302, 303]).toContain(answer.status);
      expect(answer.location).toBe(`${signedOut}?state=s-1`);
      expect((await userinfo(auth.url, tokens.access_token)).status).toBe(401);
      expect((await browser.get(authorizeUrl())).text).toContain('name="password"');
    });

    it('asks the user when nothing proves it', async () => {
      const { browser } = await authorize(auth.url);

      const page = await browser.get('/oidc/logout');
      const answer = await browser.submit(page, { logout: 'yes' });
      const done = await browser.get(answer.location ?? '');

      expect(page.text).toContain('Do you want to sign out');
      expect(done.text).toContain('Signed out');
      expect((await browser.get(authorizeUrl())).text).toContain('name="password"');
    });

    it('shows an error for a redirect URI that nobody vouches for', async () => {
      const { browser } = await authorize(auth.url);

      const page = await browser.get(`/oidc/logout?post_logout_redirect_uri=${signedOut}`);

      expect(page.status).toBe(400);
      expect(page.text).toContain('This did not work');
    });

    it('shows an error for a redirect URI that is not registered', async () => {
      const { browser, code, pkce } = await authorize(auth.url);
      const { id_token } = await json<TokenAnswer>(await redeem(auth.url, { code, pkce }));

      const page = await browser.get(
        `/oidc/logout?id_token_hint=${id_token ?? ''}&post_logout_redirect_uri=https://evil.example/`,
      );

      expect(page.status).toBe(400);
      expect(page.location).toBeUndefined();
    });
  });

  it('signs access tokens that a verifier can check with the key set alone', async () => {
    const { access_token } = await tokensFor(auth.url);
    const keys = await json<JSONWebKeySet & Record<string, unknown>>(
      await fetch(`${auth.url}/.well-known/jwks.json`),
    );

    const { payload } = await jwtVerify(access_token, createLocalJWKSet(keys), {
      issuer,
      audience: 'sextant',
      typ: 'at+jwt',
    });

    expect(payload.sub).toEqual(expect.any(String));
  });

  it.each([
    ['GET', '/api/v1/oauth/token'],
    ['GET', '/oauth/token'],
    ['DELETE', '/api/v1/oauth/authorize'],
    ['POST', '/.well-known/jwks.json'],
  ])('answers %s %s with 404 in the shape of its errors', async (method, path) => {
    const response = await fetch(auth.url + path, { method });

    expect(response.status).toBe(404);
    expect(await json(response)).toMatchObject({
      error: 'not_found',
      error_uri: expect.any(String),
    });
  });

  it('explains every error code on the page that error_uri names', async () => {
    const page = await fetch(`${auth.url}/oauth/errors`);

    expect(await page.text()).toContain('id="invalid_grant"');
  });

  describe('the metrics', () => {
    const direct = (password: string) =>
      postForm(`${auth.url}/auth/token`, { grant_type: 'password', username: 'grace', password });
    const signIns = (outcome: string) =>
      metricAt(auth.url, 'auth_sign_ins_total', { door: 'direct', outcome });
    const tokens = (grant: string, outcome: string) =>
      metricAt(auth.url, 'auth_token_requests_total', { grant, outcome });

    const counted = async () => ({
      succeeded: (await signIns('succeeded')) ?? 0,
      refused: (await signIns('refused')) ?? 0,
      byPassword: (await tokens('password', 'issued')) ?? 0,
      refusedPassword: (await tokens('password', 'refused')) ?? 0,
      byCode: (await tokens('authorization_code', 'issued')) ?? 0,
      // What callers write is no label: there is no end to it.
      other: (await tokens('other', 'refused')) ?? 0,
    });

    it('count sign-ins by door and outcome, and tokens by grant', async () => {
      const before = await counted();

      await direct(passwordOf('grace'));
      await direct('wrong');
      await tokensFor(auth.url);
      await postForm(`${auth.url}/oauth/token`, { grant_type: 'x'.repeat(300) }, basic('web'));

      expect(await counted()).toEqual({
        succeeded: before.succeeded + 1,
        refused: before.refused + 1,
        byPassword: before.byPassword + 1,
        refusedPassword: before.refusedPassword + 1,
        byCode: before.byCode + 1,
        other: before.other + 1,
      });
    });

    it('count a sign-in that is slowed down as locked, whatever the password is', async () => {
      const wrong = { grant_type: 'password', username: 'alan', password: 'wrong' };
      for (let attempt = 0; attempt < 8; attempt += 1) {
        await postForm(`${auth.url}/auth/token`, wrong);
      }

      await postForm(`${auth.url}/auth/token`, { ...wrong, password: passwordOf('alan') });

      expect(await signIns('locked')).toBeGreaterThan(0);
    });

    it('tell the age of each signing key in its stage', async () => {
      for (const algorithm of ['RS256', 'ES256', 'EdDSA']) {
        for (const stage of ['current', 'next']) {
          const age = await metricAt(auth.url, 'auth_signing_key_age_seconds', {
            algorithm,
            stage,
          });
          expect(age).toBeGreaterThanOrEqual(0);
          expect(age).toBeLessThan(3600);
        }
      }
    });

    it('say in readiness where the rate limits count', async () => {
      const ready = await fetch(`${auth.url}/health/ready`);

      expect(await json(ready)).toMatchObject({ rate_limits: { store: 'memory' } });
    });
  });
});
