import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { actionOf, Browser, newPkce } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorize,
  authorizeUrl,
  basic,
  bearer,
  json,
  postForm,
  redeem,
  tokensFor,
  type TokenAnswer,
} from '../flows.js';
import { passwordOf, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

/** The numbers are those of docs/abuse-cases.md. */
describe('abuse of requests and pages', () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());

  const get = (parameters: Readonly<Record<string, string | undefined>>) =>
    new Browser(auth.url).get(authorizeUrl(parameters));
  const errorOf = ({ location }: { readonly location: string | undefined }) =>
    location === undefined ? undefined : new URL(location).searchParams.get('error');

  it.each([
    `${REDIRECT_URI}/extra`,
    `${REDIRECT_URI}?x=1`,
    'http://127.0.0.1:9999/callback',
    'https://localhost:9999/callback',
    'http://localhost:9999/CALLBACK',
    'http://user@localhost:9999/callback',
    `${REDIRECT_URI}#fragment`,
    'http://localhost:9999/%63allback',
    'http://localhost:9999/x%2f..%2fcallback',
    'http://localhost.:9999/callback',
    'https://evil.example/',
    '//evil.example/',
  ])('5: redirects nobody to %s', async (redirect_uri) => {
    const page = await get({ redirect_uri });

    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
  });

  it.each([
    ['is missing', { code_challenge: undefined, code_challenge_method: undefined }],
    ['is plain', { code_challenge_method: 'plain' }],
    ['is 42 characters', { code_challenge: 'x'.repeat(42) }],
    ['is 129 characters', { code_challenge: 'x'.repeat(129) }],
    ['is not base64url', { code_challenge: `${'x'.repeat(42)}!` }],
  ])('6: refuses a request whose PKCE challenge %s', async (_what, parameters) => {
    expect(errorOf(await get(parameters))).toBe('invalid_request');
  });

  it('6: refuses a wrong and a missing verifier', async () => {
    const first = await authorize(auth.url);
    const second = await authorize(auth.url);

    const wrong = await redeem(auth.url, { ...first, pkce: newPkce() });
    const missing = await redeem(auth.url, { ...second, pkce: { verifier: '', challenge: '' } });

    expect([wrong.status, missing.status]).toEqual([400, 400]);
  });

  it.each(['token', 'id_token', 'code token', 'code id_token', 'none'])(
    '7: refuses response_type=%s',
    async (response_type) => {
      const answer = await get({ response_type, nonce: 'n' });

      expect(answer.location).toContain('error=unsupported_response_type');
      expect(answer.location).not.toMatch(/access_token|id_token=/);
    },
  );

  it('9: names the issuer in errors too', async () => {
    const { location } = await get({ prompt: 'none' });

    expect(new URL(location ?? '').searchParams.get('iss')).toBe(auth.env['ISSUER']);
  });

  it('10: refuses repeated parameters and request_uri', async () => {
    const twice = await new Browser(auth.url).get(`${authorizeUrl()}&state=again`);
    const byReference = await get({ request_uri: 'https://evil.example/request.jwt' });

    expect(errorOf(twice) ?? twice.status).not.toBe(200);
    expect(errorOf(byReference) ?? byReference.status).not.toBe(200);
    expect(twice.text + byReference.text).not.toContain('name="password"');
  });

  it.each(['query', 'fragment', 'form_post'])(
    '10: says what is wrong with a request_uri in response mode %s',
    async (response_mode) => {
      const { location = '', text } = await get({
        request_uri: 'https://evil.example/request.jwt',
        response_mode,
      });

      const said = `${decodeURIComponent(location.replaceAll('+', ' '))}${text}`;
      expect(said).toContain('request_uri_not_supported');
      expect(said).toContain('Only a request_uri of the pushed authorization endpoint is taken.');
    },
  );

  it('10: says so on a page where there is no way back', async () => {
    const { status, text } = await get({
      request_uri: 'https://evil.example/request.jwt',
      redirect_uri: 'https://evil.example/cb',
    });

    expect(status).toBe(400);
    expect(text).toContain('redirect_uri did not match any');
  });

  it('11: takes no parameters from the query of the token endpoint, and no JSON', async () => {
    const query = await postForm(
      `${auth.url}/oauth/token?grant_type=client_credentials`,
      {},
      basic('web'),
    );
    const asJson = await fetch(`${auth.url}/oauth/token`, {
      method: 'POST',
      headers: { ...basic('web'), 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials' }),
    });

    expect([query.status, asJson.status]).toEqual([400, 400]);
  });

  it('12: takes no access token from the address, and not two at once', async () => {
    const { access_token } = await tokensFor(auth.url);

    const inQuery = await fetch(`${auth.url}/oidc/userinfo?access_token=${access_token}`);
    const both = await postForm(
      `${auth.url}/oidc/userinfo`,
      { access_token },
      bearer(access_token),
    );
    const elsewhere = await fetch(`${auth.url}/auth/sessions?access_token=${access_token}`);

    expect([inQuery.status, both.status, elsewhere.status]).toEqual([400, 400, 401]);
  });

  it('13: refuses the form of another browser, and without or with a foreign token', async () => {
    const fields = { username: 'grace', password: passwordOf('grace'), consent: 'allow' };
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl());
    const other = await new Browser(auth.url).get(authorizeUrl());
    const action = actionOf(page);

    const noCookie = await new Browser(auth.url).post(action, fields);
    const noToken = await browser.post(action.split('?')[0] ?? '', fields);
    const foreignToken = await browser.post(
      `${action.split('?')[0] ?? ''}?${actionOf(other).split('?')[1] ?? ''}`,
      fields,
    );
    const foreignPage = await browser.post(actionOf(other), fields);

    for (const answer of [noCookie, noToken, foreignToken, foreignPage]) {
      expect([answer.status, answer.location]).toEqual([400, undefined]);
    }
    expect((await allow(browser, page)).status).toBe(302);
  });

  it('14: protects its pages from frames, caches and leaks', async () => {
    const { headers } = await get({});

    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('15: gives a new session id at sign-in and forgets it at sign-out', async () => {
    const browser = new Browser(auth.url);
    await browser.get('/oidc/logout');
    const before = browser.cookie('_session');

    await authorize(auth.url, {}, { browser });
    const signedIn = browser.cookie('_session');
    const page = await browser.get('/oidc/logout');
    await browser.submit(page, { logout: 'yes' });

    expect(signedIn).toEqual(expect.any(String));
    expect(signedIn).not.toBe(before);
    expect(browser.cookie('_session')).not.toBe(signedIn);
  });

  it('16: signs nobody out without the token of its own page', async () => {
    const { browser } = await authorize(auth.url);
    await browser.get('/oidc/logout');

    const forged = await browser.post('/oidc/logout/confirm', { logout: 'yes', xsrf: 'guess' });

    expect([forged.status, forged.location]).toEqual([302, '/oidc/logout']);
    expect((await browser.get(authorizeUrl())).status).toBe(302);
  });

  describe('17: id_token_hint', () => {
    const hints = async (): Promise<Record<string, string>> => {
      const { id_token = '' } = await tokensFor(auth.url);
      const claims = decodeJwt(id_token);
      const { privateKey } = await generateKeyPair('RS256');
      return {
        forged: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
        none: new UnsecuredJWT(claims).encode(),
        nonsense: 'x.y.z',
      };
    };

    it.each(['forged', 'none', 'nonsense'])(
      '%s is refused at authorize and at logout',
      async (kind) => {
        const { browser } = await authorize(auth.url);
        const hint = (await hints())[kind] ?? '';

        const answer = await browser.get(authorizeUrl({ id_token_hint: hint }));
        const logout = await browser.get(
          `/oidc/logout?id_token_hint=${hint}&post_logout_redirect_uri=http://localhost:9999/signed-out`,
        );

        expect(errorOf(answer)).toBe('invalid_request');
        expect([logout.status, logout.location]).toEqual([400, undefined]);
      },
    );

    it('of somebody else asks for a sign-in', async () => {
      const { id_token } = await tokensFor(auth.url, {}, 'alan');
      const { browser } = await authorize(auth.url);

      const page = await browser.get(authorizeUrl({ id_token_hint: id_token }));

      expect(page.text).toContain('name="password"');
    });
  });

  it('22: the Host header and forwarding headers change no address', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(auth.url);
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      httpRequest(
        { hostname, port, path: '/.well-known/openid-configuration', headers },
        (response) => {
          let body = '';
          response.on('data', (chunk: Buffer) => (body += chunk.toString()));
          response.on('end', () => resolve(body));
        },
      )
        .on('error', reject)
        .end();
    });

    expect(text).not.toContain('evil.example');
    expect(JSON.parse(text)).toMatchObject({ issuer: auth.env['ISSUER'] });
  });

  it('28: shows names as text', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    const client = await json<{ client_id: string }>(
      await call('POST', '/clients', {
        client_name: '<script>alert(1)</script>',
        client_type: 'public',
        redirect_uris: [REDIRECT_URI],
        scopes: ['openid'],
      }),
    );

    const page = await get({ client_id: client.client_id, scope: 'openid' });

    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).not.toContain('<script>alert');
  });

  describe('30: too much and too strange', () => {
    it('refuses a form of 10 MB', async () => {
      const response = await postForm(
        `${auth.url}/oauth/token`,
        { grant_type: 'x'.repeat(10_000_000) },
        basic('web'),
      ).catch(() => undefined);

      // The connection may be closed before the whole form was sent.
      expect(response?.status ?? 413).toBe(413);
    });

    it('refuses a form of 10 MB that does not say how large it is', async () => {
      const chunk = Buffer.alloc(1_000_000, 'a');
      const body = new ReadableStream({
        start(controller) {
          for (let count = 0; count < 10; count += 1) controller.enqueue(chunk);
          controller.close();
        },
      });

      const response = await fetch(`${auth.url}/oauth/token`, {
        method: 'POST',
        headers: { ...basic('web'), 'content-type': 'application/x-www-form-urlencoded' },
        body,
        duplex: 'half',
      });

      expect(response.status).toBe(413);
      expect(await json(response)).toMatchObject({ error: 'invalid_request' });
    });

    it('brings a state of 10,000 characters back', async () => {
      const { redirect } = await authorize(auth.url, { state: 'x'.repeat(10_000) });

      expect(redirect.searchParams.get('state')).toHaveLength(10_000);
    });

    it('refuses NUL and bytes that are not UTF-8', async () => {
      const inQuery = await get({ state: 'a\0b' });
      const inForm = await postForm(`${auth.url}/auth/token`, {
        grant_type: 'password',
        username: 'gr\0ace',
        password: 'x',
      });
      const bytes = await fetch(`${auth.url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new Uint8Array([0x67, 0x3d, 0xff]),
      });

      expect([inQuery.status, inForm.status, bytes.status]).toEqual([400, 400, 400]);
      expect(await json(inForm)).toMatchObject({ error: 'invalid_request' });
    });
  });

  it('31: answers no foreign origin that sends credentials', async () => {
    const response = await fetch(`${auth.url}/oauth/token`, {
      method: 'POST',
      headers: { ...basic('web'), origin: 'https://evil.example' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });

    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('29: calls no private address that a client names', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    const client = await json<{ client_id: string; client_secret: string }>(
      await call('POST', '/clients', {
        client_name: 'Inside',
        client_type: 'confidential',
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: `${auth.url}/.well-known/jwks.json`,
        redirect_uris: [],
        scopes: ['read'],
      }),
    );
    const { privateKey } = await generateKeyPair('ES256');
    const assertion = await new SignJWT({ jti: 'j' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(client.client_id)
      .setSubject(client.client_id)
      .setAudience(auth.env['ISSUER'] ?? '')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(privateKey);
    const seen = auth.logs.filter(({ path }) => path === '/.well-known/jwks.json').length;

    const response = await postForm(`${auth.url}/oauth/token`, {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    });

    expect(response.status).toBe(401);
    expect(auth.logs.filter(({ path }) => path === '/.well-known/jwks.json')).toHaveLength(seen);
  });

  it('32, 33: old ID tokens verify after a rotation, and tolerate a little skew', async () => {
    const { id_token = '' } = await tokensFor(auth.url);
    const call = admin(auth.url, await adminToken(auth.url));
    await call('POST', '/keys/rotate');
    const { browser } = await authorize(auth.url);

    const answer = await browser.get(authorizeUrl({ id_token_hint: id_token }));

    expect(errorOf(answer)).toBeNull();
  });

  it('writes nothing into the audit log for strangers who go back, only for people who deny', async () => {
    const records = () =>
      auth.database.query(`SELECT 1 FROM audit_record WHERE type = 'consent.denied'`);
    const stranger = new Browser(auth.url);
    const page = await stranger.get(authorizeUrl());
    const gone = await stranger.submit(page, { consent: 'deny' });
    const ofStrangers = await records();
    const { browser } = await authorize(auth.url);
    const asked = await browser.get(authorizeUrl({ prompt: 'consent' }));
    await browser.submit(asked, { consent: 'deny' });

    expect(errorOf(gone)).toBe('access_denied');
    expect(ofStrangers).toEqual([]);
    expect(await records()).toHaveLength(1);
  });

  it('serves several people at once without mixing them up', async () => {
    const names = ['ada', 'grace', 'alan'];

    const tokens = await Promise.all(names.map((name) => tokensFor(auth.url, {}, name)));

    expect(
      tokens.map(({ access_token }: TokenAnswer) => decodeJwt(access_token)['userId']),
    ).toEqual(names);
  });
});
