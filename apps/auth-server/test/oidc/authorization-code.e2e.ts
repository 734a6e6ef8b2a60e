import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Browser, newPkce } from '../browser.js';
import {
  allow,
  authorize,
  authorizeUrl,
  basic,
  json,
  postForm,
  redeem,
  refresh,
  tokensFor,
  userinfo,
  type ErrorAnswer,
  type TokenAnswer,
} from '../flows.js';
import { passwordOf, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

describe('the authorization code flow (spec 2, part 4.1)', () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());

  it('answers the authorization request with the sign-in and consent page', async () => {
    const page = await new Browser(auth.url).get(authorizeUrl());

    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const name of ['username', 'password', 'consent'])
      expect(page.text).toContain(`name="${name}"`);
  });

  it('leads to the client with code, state and iss when the user allows', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl());

    const answer = await allow(browser, page);

    expect(answer.status).toBe(302);
    const redirect = new URL(answer.location ?? '');
    expect(redirect.origin + redirect.pathname).toBe(REDIRECT_URI);
    expect(redirect.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(redirect.searchParams.get('state')).toBe('the-state');
    expect(redirect.searchParams.get('iss')).toBe(auth.env['ISSUER']);
  });

  it('leads to the client with access_denied when the user does not', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl());

    const answer = await browser.submit(page, { consent: 'deny' });

    expect(answer.status).toBe(302);
    const { searchParams } = new URL(answer.location ?? '');
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.get('error_description')).toEqual(expect.any(String));
    expect(searchParams.get('state')).toBe('the-state');
  });

  it('shows the page again for a wrong password, in the same words as for an unknown user', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl());

    const wrong = await browser.submit(page, {
      username: 'grace',
      password: 'x',
      consent: 'allow',
    });
    const unknown = await browser.submit(page, {
      username: 'nobody',
      password: 'x',
      consent: 'allow',
    });

    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.text.replaceAll('grace', 'nobody')).toBe(unknown.text);
    expect(await allow(browser, wrong).then(({ status }) => status)).toBe(302);
  });

  it.each(['/api/v1/oauth/token', '/oauth/token'])('exchanges the code at %s', async (path) => {
    const { code, pkce } = await authorize(auth.url);

    const response = await postForm(
      auth.url + path,
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT_URI,
        code_verifier: pkce.verifier,
        client_id: 'web',
      },
      basic('web'),
    );

    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: expect.any(String),
      scope: 'openid profile email read',
      id_token: expect.any(String),
    });
  });

  it('gives an ID token only with the scope openid', async () => {
    const tokens = await tokensFor(auth.url, { scope: 'read' });

    expect(tokens).not.toHaveProperty('id_token');
  });

  it('signs access tokens as RFC 9068 wants and says who the user is', async () => {
    const { access_token } = await tokensFor(auth.url);

    expect(decodeProtectedHeader(access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
    expect(decodeJwt(access_token)).toMatchObject({
      iss: auth.env['ISSUER'],
      aud: 'sextant',
      client_id: 'web',
      scope: 'openid profile email read',
      user: expect.stringMatching(/^[0-9a-f]{24}$/),
      userId: 'grace',
      userName: 'Grace Hopper',
      academyId: 'academy-1',
      roles: ['teacher'],
    });
  });

  it('binds the ID token to the nonce', async () => {
    const { id_token } = await tokensFor(auth.url, { nonce: 'n-0S6_WzA2Mj' });

    expect(decodeProtectedHeader(id_token ?? '')).toMatchObject({ alg: 'RS256' });
    expect(decodeJwt(id_token ?? '')).toMatchObject({ nonce: 'n-0S6_WzA2Mj', aud: 'web' });
  });

  it('refreshes with rotation', async () => {
    const first = await tokensFor(auth.url);

    const second = await json<TokenAnswer>(await refresh(auth.url, first.refresh_token));

    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect((await userinfo(auth.url, second.access_token)).status).toBe(200);
  });

  it.each([
    ['grant_type', {}, 'invalid_request'],
    ['grant_type', { grant_type: 'implicit' }, 'unsupported_grant_type'],
    ['code', { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI }, 'invalid_request'],
    ['redirect_uri', { grant_type: 'authorization_code' }, 'invalid_request'],
    [
      'redirect_uri',
      { grant_type: 'authorization_code', redirect_uri: 'https://a.example' },
      'invalid_grant',
    ],
    ['refresh_token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['client_id', { grant_type: 'authorization_code', client_id: 'nobody' }, 'invalid_client'],
  ])('refuses a token request whose %s is missing or wrong: %j', async (field, sent, error) => {
    const { code, pkce } = await authorize(auth.url);
    const { client_id, ...rest } = { client_id: undefined, ...sent };
    const response = await postForm(
      `${auth.url}/oauth/token`,
      {
        ...rest,
        ...(field === 'code' ? {} : { code }),
        code_verifier: pkce.verifier,
        ...(client_id === undefined ? {} : { client_id, redirect_uri: REDIRECT_URI }),
      },
      client_id === undefined ? basic('web') : {},
    );

    expect(response.status).toBe(error === 'invalid_client' ? 401 : 400);
    expect(await json(response)).toMatchObject({
      error,
      error_description: expect.any(String),
      error_uri: expect.stringContaining(`#${error}`),
    });
  });

  it('wants redirect_uri of a client that has one only, too, at both endpoints', async () => {
    const page = await new Browser(auth.url).get(
      authorizeUrl({ client_id: 'spa', redirect_uri: undefined }),
    );
    const { code, pkce } = await authorize(auth.url, { client_id: 'spa' });
    const response = await postForm(`${auth.url}/oauth/token`, {
      ...{ grant_type: 'authorization_code', client_id: 'spa' },
      ...{ code, code_verifier: pkce.verifier },
    });

    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
    expect(page.text).toContain('redirect_uri');
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('redirect_uri'),
    });
  });

  it('refuses a code that it does not know', async () => {
    const { pkce } = await authorize(auth.url);

    const response = await redeem(auth.url, { code: 'no-such-code', pkce });

    expect(response.status).toBe(400);
    expect(await json<ErrorAnswer>(response)).toEqual({
      error: 'invalid_grant',
      error_description: expect.any(String),
      error_uri: `${auth.env['ISSUER'] ?? ''}/oauth/errors#invalid_grant`,
    });
  });

  it('defaults code_challenge_method to S256', async () => {
    const { code, pkce } = await authorize(auth.url, { code_challenge_method: undefined });

    expect((await redeem(auth.url, { code, pkce })).status).toBe(200);
  });

  it('gives the default scopes when none is asked for', async () => {
    expect(await tokensFor(auth.url, { scope: undefined })).toMatchObject({ scope: 'read' });
  });

  it('signs in once for several clients and asks only for consent', async () => {
    const { browser } = await authorize(auth.url);

    const page = await browser.get(
      authorizeUrl({ client_id: 'other', redirect_uri: 'http://localhost:9998/callback' }),
    );

    expect(page.text).toContain('Allow access');
    expect(page.text).not.toContain('name="password"');
    expect((await browser.submit(page, { consent: 'allow' })).status).toBe(302);
  });

  it('sends nobody to a page who has consented already', async () => {
    const { browser } = await authorize(auth.url);

    const again = await browser.get(authorizeUrl());

    expect(again.status).toBe(302);
    expect(new URL(again.location ?? '').searchParams.get('code')).toEqual(expect.any(String));
  });

  it('takes an authorization request as a form and sends it on as GET', async () => {
    const [path = '', query] = authorizeUrl().split('?');
    const browser = new Browser(auth.url);

    const answer = await browser.post(path, Object.fromEntries(new URLSearchParams(query)));
    const page = await browser.get(answer.location ?? '');

    expect(answer.status).toBe(303);
    expect(page.text).toContain('name="password"');
  });

  describe('prompt', () => {
    it('none answers login_required to a stranger', async () => {
      const answer = await new Browser(auth.url).get(authorizeUrl({ prompt: 'none' }));

      expect(new URL(answer.location ?? '').searchParams.get('error')).toBe('login_required');
    });

    it('none answers a code to those who are signed in and have consented', async () => {
      const { browser } = await authorize(auth.url);

      const answer = await browser.get(authorizeUrl({ prompt: 'none' }));

      expect(new URL(answer.location ?? '').searchParams.get('code')).toEqual(expect.any(String));
    });

    it('login asks for the password again', async () => {
      const { browser } = await authorize(auth.url);

      const page = await browser.get(authorizeUrl({ prompt: 'login' }));

      expect(page.text).toContain('name="password"');
      expect((await allow(browser, page)).status).toBe(302);
    });

    it('consent asks for consent again', async () => {
      const { browser } = await authorize(auth.url);

      const page = await browser.get(authorizeUrl({ prompt: 'consent' }));

      expect(page.text).toContain('Allow access');
    });

    it('select_account lets the user go on or take another account', async () => {
      const { browser } = await authorize(auth.url);

      const page = await browser.get(authorizeUrl({ prompt: 'select_account' }));
      const answer = await browser.submit(page, { account: 'current' });

      expect(page.text).toContain('Go on as Grace Hopper');
      expect(new URL(answer.location ?? '').searchParams.get('code')).toEqual(expect.any(String));
    });
  });

  it('asks again when the sign-in is older than max_age', async () => {
    const { browser } = await authorize(auth.url);
    await auth.database.query(
      `UPDATE oidc_artifact SET payload = jsonb_set(payload::jsonb, '{loginTs}', '1')::json WHERE kind = 'Session'`,
    );

    const page = await browser.get(authorizeUrl({ max_age: '100' }));

    expect(page.text).toContain('name="password"');
  });

  it('fills in the user name of login_hint', async () => {
    const page = await new Browser(auth.url).get(authorizeUrl({ login_hint: 'alan"><b>' }));

    expect(page.text).toContain('value="alan&quot;&gt;&lt;b&gt;"');
  });

  it.each(['page', 'popup', 'touch', 'wap'])('accepts display=%s', async (display) => {
    const page = await new Browser(auth.url).get(
      authorizeUrl({ display, ui_locales: 'en de', acr_values: 'urn:sextant:password' }),
    );

    expect(page.status).toBe(200);
  });

  it('accepts the e-mail address instead of the user name', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl());

    const answer = await browser.submit(page, {
      username: 'Grace@Example.org',
      password: passwordOf('grace'),
      consent: 'allow',
    });

    expect(answer.status).toBe(302);
  });

  describe('two tabs of one browser', () => {
    it('sign in at once, each with its own code', async () => {
      const browser = new Browser(auth.url);
      const pkce = [newPkce(), newPkce()] as const;
      const first = await browser.get(authorizeUrl({ state: 'one' }, pkce[0]));
      const second = await browser.get(authorizeUrl({ state: 'two' }, pkce[1]));

      const answers = [await allow(browser, first), await allow(browser, second)];

      const redirects = answers.map(({ location }) => new URL(location ?? ''));
      expect(redirects.map(({ searchParams }) => searchParams.get('state'))).toEqual([
        'one',
        'two',
      ]);
      for (const [index, { searchParams }] of redirects.entries()) {
        const code = searchParams.get('code') ?? '';
        const answer = await redeem(auth.url, { code, pkce: pkce[index] ?? newPkce() });
        expect(answer.status).toBe(200);
      }
      const again = await browser.get(authorizeUrl({ prompt: 'none' }));
      expect(new URL(again.location ?? '').searchParams.has('code')).toBe(true);
    });

    it('answer in the same moment', async () => {
      const browser = new Browser(auth.url);
      const pkce = [newPkce(), newPkce()] as const;
      const pages = [
        await browser.get(authorizeUrl({}, pkce[0])),
        await browser.get(authorizeUrl({}, pkce[1])),
      ];

      const answers = await Promise.all(pages.map((page) => allow(browser, page)));

      const statuses = await Promise.all(
        answers.map(async ({ location }, index) => {
          const code = new URL(location ?? '').searchParams.get('code') ?? '';
          return (await redeem(auth.url, { code, pkce: pkce[index] ?? newPkce() })).status;
        }),
      );
      expect(statuses).toEqual([200, 200]);
    });

    it('as two people: who was there is signed out first, and each has an own code', async () => {
      const browser = new Browser(auth.url);
      const pkce = newPkce();
      const pages = [
        await browser.get(authorizeUrl()),
        await browser.get(authorizeUrl({}, pkce)),
      ] as const;
      await allow(browser, pages[0], 'grace');

      const goesOn = await allow(browser, pages[1], 'alan');
      const signedOut = await browser.submit(goesOn, {});
      const answer = await browser.get(signedOut.location ?? '');

      const code = new URL(answer.location ?? '').searchParams.get('code') ?? '';
      const { access_token } = await json<TokenAnswer>(await redeem(auth.url, { code, pkce }));
      expect(decodeJwt(access_token)['userId']).toBe('alan');
    });
  });
});
