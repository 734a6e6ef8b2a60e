import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  calculateJwkThumbprint,
  createRemoteJWKSet,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose';
import { Browser } from '../browser.js';
import {
  allow,
  authorize,
  authorizeUrl,
  basic,
  bearer,
  isActive,
  json,
  postForm,
  redeem,
  tokensFor,
  type TokenAnswer,
  refresh,
} from '../flows.js';
import { passwordOf, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

const RESOURCE = 'https://api.example.org';
const SECRET = 'a-secret-for-tests-0123456789abcdefghijklmn';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const confidential = (client_id: string, metadata: object = {}, scopes = ['openid', 'read']) => ({
  client_id,
  client_secret: SECRET,
  client_name: client_id,
  redirect_uris: [REDIRECT_URI],
  scopes,
  metadata,
});

const authorization = (id: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${SECRET}`).toString('base64')}`,
});

describe('what a modern server offers', () => {
  let auth: RunningAuth;
  let logouts: { server: Server; url: string; tokens: string[] };

  beforeAll(async () => {
    logouts = await logoutReceiver();
    auth = await startAuth({
      env: {
        RESOURCES: RESOURCE,
        DYNAMIC_REGISTRATION: 'token',
        REGISTRATION_TOKEN: 'registration-token',
        FETCH_ALLOW: new URL(logouts.url).host,
      },
      clients: [
        confidential('hs256', { id_token_signed_response_alg: 'HS256' }),
        confidential('es256', { id_token_signed_response_alg: 'ES256' }),
        confidential('eddsa', { id_token_signed_response_alg: 'EdDSA' }),
        confidential('resource-server', {}, ['introspect', 'read']),
        confidential('backchannel', {
          backchannel_logout_uri: `${logouts.url}/backchannel`,
          backchannel_logout_session_required: true,
        }),
        confidential('frontchannel', {
          frontchannel_logout_uri: 'http://localhost:9999/frontchannel',
          frontchannel_logout_session_required: true,
        }),
        {
          client_id: 'tv',
          client_name: 'Television',
          redirect_uris: [],
          scopes: ['openid', 'read'],
          metadata: { grant_types: [DEVICE_GRANT, 'refresh_token'], response_types: [] },
        },
      ],
    });
  });
  afterAll(async () => {
    await auth.close();
    logouts.server.close();
  });

  describe('client credentials', () => {
    const token = (fields: Record<string, string> = {}) =>
      postForm(
        `${auth.url}/oauth/token`,
        { grant_type: 'client_credentials', ...fields },
        basic('web'),
      );

    it('gives a signed token to the client itself, without a refresh token', async () => {
      const answer = await json<TokenAnswer>(await token({ scope: 'read write' }));

      expect(answer).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'read write',
      });
      expect(decodeJwt(answer.access_token)).toMatchObject({
        sub: 'web',
        client_id: 'web',
        aud: 'sextant',
      });
      expect(await isActive(auth.url, answer.access_token)).toBe(true);
    });

    it('can be revoked', async () => {
      const { access_token } = await json<TokenAnswer>(await token());

      await postForm(`${auth.url}/api/v1/oauth/revoke`, { token: access_token }, basic('web'));

      expect(await isActive(auth.url, access_token)).toBe(false);
    });

    it.each(['admin', 'openid', 'nonsense'])(
      'never gives the scope %s to a machine',
      async (scope) => {
        const response = await token({ scope });

        expect(response.status).toBe(400);
        expect(await json(response)).toMatchObject({ error: 'invalid_scope' });
      },
    );
  });

  describe('introspection (RFC 7662)', () => {
    const introspect = async (token: string, as: string) =>
      json(await postForm(`${auth.url}/api/v1/oauth/introspect`, { token }, authorization(as)));

    it('tells a resource server everything about a token', async () => {
      const { access_token } = await tokensFor(auth.url);

      expect(await introspect(access_token, 'resource-server')).toMatchObject({
        active: true,
        client_id: 'web',
        sub: expect.any(String),
        scope: 'openid profile email read',
        token_type: 'Bearer',
        userId: 'grace',
        roles: ['teacher'],
        exp: expect.any(Number),
      });
    });

    it('tells other clients nothing', async () => {
      const { access_token } = await tokensFor(auth.url);

      expect(await introspect(access_token, 'hs256')).toEqual({ active: false });
    });
  });

  it.each(['HS256', 'ES256', 'EdDSA'])(
    'signs ID tokens with %s for clients that want it',
    async (alg) => {
      const id = alg.toLowerCase();
      const flow = await authorize(auth.url, { client_id: id, scope: 'openid' });
      const { id_token = '' } = await json<TokenAnswer>(
        await redeem(auth.url, flow, {}, authorization(id)),
      );
      const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
      const options = { algorithms: [alg], audience: id, issuer: auth.env['ISSUER'] ?? '' };

      const verified =
        alg === 'HS256'
          ? await jwtVerify(id_token, new TextEncoder().encode(SECRET), options)
          : await jwtVerify(id_token, keys, options);

      expect(verified.payload.sub).toEqual(expect.any(String));
    },
  );

  it('takes pushed authorization requests (RFC 9126)', async () => {
    const query = Object.fromEntries(new URLSearchParams(authorizeUrl().split('?')[1]));
    const pushed = await json<{ request_uri: string; expires_in: number }>(
      await postForm(`${auth.url}/api/v1/oauth/par`, query, basic('web')),
    );
    const browser = new Browser(auth.url);
    const uri = new URLSearchParams({ client_id: 'web', request_uri: pushed.request_uri });

    const page = await browser.get(`/api/v1/oauth/authorize?${uri.toString()}`);
    const answer = await allow(browser, page);

    expect(pushed.request_uri).toMatch(/^urn:/);
    expect(new URL(answer.location ?? '').searchParams.get('code')).toEqual(expect.any(String));
  });

  describe('DPoP (RFC 9449)', () => {
    const proof = async (method: string, url: string, claims: object = {}, keys = dpopKeys) => {
      const { privateKey, publicKey } = await keys;
      return new SignJWT({ htm: method, htu: url, jti: crypto.randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
        .setIssuedAt()
        .sign(privateKey);
    };
    const dpopKeys = generateKeyPair('ES256', { extractable: true });

    it.each(['/oauth/token', '/api/v1/oauth/token'])(
      'binds tokens to a key at %s',
      async (path) => {
        const { code, pkce } = await authorize(auth.url);
        const url = (auth.env['ISSUER'] ?? '') + path;

        const answer = await json<TokenAnswer>(
          await postForm(
            auth.url + path,
            {
              grant_type: 'authorization_code',
              code,
              redirect_uri: REDIRECT_URI,
              code_verifier: pkce.verifier,
            },
            { ...basic('web'), dpop: await proof('POST', url) },
          ),
        );

        const jkt = await calculateJwkThumbprint(await exportJWK((await dpopKeys).publicKey));
        expect(answer.token_type).toBe('DPoP');
        expect(decodeJwt(answer.access_token)).toMatchObject({ cnf: { jkt } });
        // Abuse case 27: a bound token is worth nothing as a bearer token.
        const downgraded = await fetch(`${auth.url}/oidc/userinfo`, {
          headers: bearer(answer.access_token),
        });
        expect(downgraded.status).toBe(401);
        const me = await fetch(`${auth.url}/auth/sessions`, {
          headers: bearer(answer.access_token),
        });
        expect(me.status).toBe(401);
      },
    );

    it.each([
      ['another method', 'GET', '/oauth/token'],
      ['another address', 'POST', '/elsewhere'],
    ])('refuses a proof for %s', async (_what, method, path) => {
      const response = await postForm(
        `${auth.url}/oauth/token`,
        { grant_type: 'client_credentials' },
        { ...basic('web'), dpop: await proof(method, (auth.env['ISSUER'] ?? '') + path) },
      );

      expect(response.status).toBe(400);
      expect(await json(response)).toMatchObject({ error: 'invalid_dpop_proof' });
    });

    it('accepts each proof once, however many arrive at the same time', async () => {
      const dpop = await proof('POST', `${auth.env['ISSUER'] ?? ''}/oauth/token`);

      const statuses = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const response = await postForm(
            `${auth.url}/oauth/token`,
            { grant_type: 'client_credentials' },
            { ...basic('web'), dpop },
          );
          return response.status;
        }),
      );

      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    });
  });

  it('gives tokens for one resource only (RFC 8707)', async () => {
    const flow = await authorize(auth.url, { resource: RESOURCE, scope: 'openid read' });
    const tokens = await json<TokenAnswer>(await redeem(auth.url, flow));

    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: RESOURCE, scope: 'read' });
    expect(
      (await fetch(`${auth.url}/oidc/userinfo`, { headers: bearer(tokens.access_token) })).status,
    ).toBe(403);
    expect(await isActive(auth.url, tokens.access_token)).toBe(true);
  });

  it('refuses a resource that is not offered', async () => {
    const answer = await new Browser(auth.url).get(
      authorizeUrl({ resource: 'https://evil.example' }),
    );

    expect(new URL(answer.location ?? '').searchParams.get('error')).toBe('invalid_target');
  });

  it('connects devices without a browser (RFC 8628)', async () => {
    const started = await json<{
      device_code: string;
      user_code: string;
      verification_uri: string;
    }>(
      await postForm(`${auth.url}/api/v1/oauth/device_authorization`, {
        client_id: 'tv',
        scope: 'openid read',
      }),
    );
    const poll = () =>
      postForm(`${auth.url}/oauth/token`, {
        grant_type: DEVICE_GRANT,
        client_id: 'tv',
        device_code: started.device_code,
      });
    expect(await json(await poll())).toMatchObject({ error: 'authorization_pending' });
    const browser = new Browser(auth.url);

    const entry = await browser.get('/oauth/device');
    const confirm = await browser.submit(entry, { user_code: started.user_code });
    const page = await browser.submit(confirm, {});
    const done = await allow(browser, page);

    expect(started.verification_uri).toBe(`${auth.env['ISSUER'] ?? ''}/oauth/device`);
    expect(entry.text).not.toContain('onfocus');
    expect(confirm.text).toContain('Television');
    expect(done.text).toContain('Device connected');
    expect(await json(await poll())).toMatchObject({
      access_token: expect.any(String),
      id_token: expect.any(String),
      refresh_token: expect.any(String),
    });
  });

  describe('dynamic client registration (RFC 7591, RFC 7592)', () => {
    const register = (token: string, metadata: object = {}) =>
      fetch(`${auth.url}/api/v1/oauth/register`, {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/json' },
        body: JSON.stringify({
          redirect_uris: ['https://new.example.org/cb'],
          client_name: 'New',
          ...metadata,
        }),
      });

    it('registers, shows, changes and deletes a client', async () => {
      const client = await json<Record<string, string>>(await register('registration-token'));
      const manage = (method: string, body?: object) =>
        fetch(client['registration_client_uri'] ?? '', {
          method,
          headers: {
            ...bearer(client['registration_access_token'] ?? ''),
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
      const shown = await json<Record<string, string>>(await manage('GET'));
      const authenticate = () =>
        postForm(
          `${auth.url}/api/v1/oauth/introspect`,
          { token: 'x' },
          {
            authorization: `Basic ${Buffer.from(`${client['client_id'] ?? ''}:${client['client_secret'] ?? ''}`).toString('base64')}`,
          },
        );

      expect(shown).toMatchObject({
        client_id: client['client_id'],
        client_secret: client['client_secret'],
      });
      expect((await authenticate()).status).toBe(200);
      expect((await manage('DELETE')).status).toBe(204);
      expect((await authenticate()).status).toBe(401);
    });

    it('refuses strangers and bad metadata', async () => {
      expect((await register('guess')).status).toBe(401);
      const response = await register('registration-token', {
        redirect_uris: ['javascript:alert(1)'],
      });
      expect(response.status).toBe(400);
    });
  });

  it('tells clients through the back channel that a user has signed out', async () => {
    const flow = await authorize(auth.url, { client_id: 'backchannel', scope: 'openid' });
    const { id_token = '' } = await json<TokenAnswer>(
      await redeem(auth.url, flow, {}, authorization('backchannel')),
    );

    await flow.browser.get(`/oidc/logout?id_token_hint=${id_token}`);

    const [token = ''] = logouts.tokens;
    const { payload } = await jwtVerify(
      token,
      createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`)),
      { audience: 'backchannel', typ: 'logout+jwt' },
    );
    expect(payload).toMatchObject({
      sub: decodeJwt(id_token).sub,
      sid: decodeJwt(id_token)['sid'],
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  describe('front-channel logout', () => {
    it('loads the address of every client in a frame, with iss and sid', async () => {
      const flow = await authorize(auth.url, { client_id: 'frontchannel', scope: 'openid' });
      const { id_token = '' } = await json<TokenAnswer>(
        await redeem(auth.url, flow, {}, authorization('frontchannel')),
      );

      const page = await flow.browser.get(`/oidc/logout?id_token_hint=${id_token}`);

      const sid = String(decodeJwt(id_token)['sid']);
      expect(page.status).toBe(200);
      expect(page.text).toContain(
        `<iframe src="http://localhost:9999/frontchannel?iss=${encodeURIComponent(auth.env['ISSUER'] ?? '')}&amp;sid=${sid}"`,
      );
      expect(page.headers.get('content-security-policy')).toContain(
        'frame-src http://localhost:9999',
      );
    });

    it.each([
      ['openid profile', 'ends', 400],
      ['openid profile offline_access', 'stays', 200],
    ])(
      'with %s the grant %s, by whichever way somebody signs out',
      async (scope, _what, status) => {
        for (const way of ['frontchannel-logout', 'logout']) {
          const flow = await authorize(auth.url, { scope, prompt: 'consent' });
          const tokens = await json<TokenAnswer>(await redeem(auth.url, flow));
          const { sid } = JSON.parse((await flow.browser.get('/session/status')).text) as {
            sid: string;
          };
          const query = new URLSearchParams({
            iss: auth.env['ISSUER'] ?? '',
            sid,
            id_token_hint: tokens.id_token ?? '',
          });
          await flow.browser.get(`/oidc/${way}?${query.toString()}`);

          const answer = await refresh(auth.url, tokens.refresh_token);
          expect([way, answer.status]).toEqual([way, status]);
        }
      },
    );

    it('ends the session from elsewhere with the right sid, and asks otherwise', async () => {
      const { browser } = await authorize(auth.url, { client_id: 'frontchannel', scope: 'openid' });
      const { sid } = JSON.parse((await browser.get('/session/status')).text) as { sid: string };
      const path = (value: string) =>
        `/oidc/frontchannel-logout?iss=${encodeURIComponent(auth.env['ISSUER'] ?? '')}&sid=${value}`;

      const wrong = await browser.get(path('guess'));
      const right = await browser.get(path(sid));

      expect([wrong.status, wrong.location]).toEqual([302, '/oidc/logout']);
      expect(right.text).toContain('<iframe');
      expect(JSON.parse((await browser.get('/session/status')).text)).toEqual({
        session_state: '',
        sid: '',
      });
    });
  });

  it('wears the name and the colours of its operator', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'auth-server-'));
    await writeFile(join(folder, 'theme.css'), ':root { --accent: rebeccapurple; }');
    const themed = await startAuth({
      env: { BRAND_NAME: 'Example <School>', THEME_FILE: join(folder, 'theme.css') },
    });

    const page = await new Browser(themed.url).get(authorizeUrl());
    const theme = await fetch(`${themed.url}/oauth/assets/theme.css`);
    const nothing = await fetch(`${themed.url}/oauth/assets/constructor`);
    await themed.close();
    await rm(folder, { recursive: true });

    expect(page.text).toContain('Example &lt;School&gt;');
    expect(await theme.text()).toContain('rebeccapurple');
    expect(nothing.status).toBe(404);
  });

  it('keeps the direct login closed where it is switched off', async () => {
    const other = await startAuth({ env: { PASSWORD_LOGIN: 'false' } });

    const response = await postForm(`${other.url}/auth/token`, {
      grant_type: 'password',
      username: 'grace',
      password: passwordOf('grace'),
    });
    const metadata = await json(await fetch(`${other.url}/.well-known/oauth-authorization-server`));
    await other.close();

    expect(response.status).toBe(404);
    expect(metadata['grant_types_supported']).not.toContain('password');
  });
});

/** A relying party that only takes logout tokens. */
async function logoutReceiver() {
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      tokens.push(new URLSearchParams(body).get('logout_token') ?? '');
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, tokens, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
