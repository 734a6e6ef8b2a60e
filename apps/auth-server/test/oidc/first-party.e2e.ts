import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@sextant/platform-testing';
import * as openid from 'openid-client';
import { Browser } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorize,
  authorizeUrl,
  json,
  redeem,
  type TokenAnswer,
} from '../flows.js';
import { REDIRECT_URI, startAuth, testKey, type RunningAuth } from '../running-auth.js';

const PAGE = 'https://app.example.org/translate';
const INBOX = 'https://app.example.org/inbox';
const own = (client_id: string, redirect_uri: string, more: object = {}) => ({
  client_id,
  client_name: 'Translate',
  redirect_uris: [redirect_uri],
  scopes: ['openid', 'profile', 'read', 'admin'],
  first_party: true,
  metadata: { grant_types: ['authorization_code'] },
  ...more,
});
const asked = (client_id: string, redirect_uri: string, more: Record<string, string> = {}) => ({
  client_id,
  redirect_uri,
  scope: 'openid profile read',
  ...more,
});

describe("the operator's own pages", () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await startAuth({
      env: { DYNAMIC_REGISTRATION: 'open' },
      clients: [own('translate-page', PAGE), own('inbox-page', INBOX)],
    });
  });
  afterAll(() => auth.close());

  const codeAt = (location = '') => new URL(location).searchParams.get('code');

  it('ask for user name and password, and for nothing else', async () => {
    const browser = new Browser(auth.url);

    const page = await browser.get(authorizeUrl(asked('translate-page', PAGE)));
    const answer = await allow(browser, page);

    expect(page.text).toContain('Sign in to open Translate.');
    expect(page.text).not.toContain('Sign in and allow');
    expect(page.text).not.toContain('<fieldset>');
    expect(codeAt(answer.location)).toEqual(expect.any(String));
  });

  it('sign people in who have a session, without a page and without a question', async () => {
    const { browser } = await authorize(auth.url, asked('translate-page', PAGE));

    const shown = await browser.get(authorizeUrl(asked('inbox-page', INBOX)));
    const hidden = await browser.get(
      authorizeUrl(asked('inbox-page', INBOX, { prompt: 'none', scope: 'openid admin' })),
    );

    expect([shown.status, hidden.status]).toEqual([302, 302]);
    expect(codeAt(shown.location)).toEqual(expect.any(String));
    expect(codeAt(hidden.location)).toEqual(expect.any(String));
  });

  it('tell a stranger who may not be asked that somebody has to sign in', async () => {
    const answer = await new Browser(auth.url).get(
      authorizeUrl(asked('inbox-page', INBOX, { prompt: 'none' })),
    );

    expect(new URL(answer.location ?? '').searchParams.get('error')).toBe('login_required');
  });

  it('ask for consent where prompt=consent wants it, and say what for', async () => {
    const { browser } = await authorize(auth.url, asked('translate-page', PAGE));

    const page = await browser.get(
      authorizeUrl(asked('translate-page', PAGE, { prompt: 'consent' })),
    );

    expect(page.text).toContain('Allow access');
    expect(page.text).toContain('Read your data');
    expect((await browser.submit(page, { consent: 'allow' })).status).toBe(302);
  });

  const scopeFor = async (name: string) => {
    const { browser } = await authorize(auth.url, {}, { name });
    const wish = asked('translate-page', PAGE, { scope: 'openid read admin' });
    const given = await authorize(auth.url, wish, { name, browser });
    const fields = { client_id: 'translate-page', redirect_uri: PAGE };
    return (await json<TokenAnswer>(await redeem(auth.url, given, fields, {}))).scope;
  };

  it('get for each person what the person may have', async () => {
    expect(await scopeFor('grace')).toBe('openid read');
    expect(await scopeFor('ada')).toBe('openid read admin');
  });

  it('get a scope from the moment on at which the person may have it', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    const { users } = await json<{ users: { id: string; username: string }[] }>(
      await call('GET', '/users?limit=100'),
    );
    const id = users.find(({ username }) => username === 'alan')?.id ?? '';
    const wish = asked('translate-page', PAGE, { scope: 'openid read write-reports' });
    await call('POST', '/scopes', {
      scope_name: 'write-reports',
      description: 'Write reports',
      roles: ['reporter'],
    });
    await call('PATCH', '/clients/translate-page', {
      scopes: ['openid', 'profile', 'read', 'admin', 'write-reports'],
    });
    const fields = { client_id: 'translate-page', redirect_uri: PAGE };
    const first = await authorize(auth.url, wish, { name: 'alan' });
    const before = await json<TokenAnswer>(await redeem(auth.url, first, fields, {}));
    await call('PATCH', `/users/${id}`, { roles: ['student', 'reporter'] });

    const second = await authorize(auth.url, wish, { name: 'alan', browser: first.browser });
    const after = await json<TokenAnswer>(await redeem(auth.url, second, fields, {}));

    expect(before.scope).toBe('openid read');
    expect(after.scope.split(' ').sort()).toEqual(['openid', 'read', 'write-reports']);
  });

  it('are told by a library of others that somebody is signed in (openid-client)', async () => {
    const issuer = new URL(auth.env['ISSUER'] ?? '');
    const config = await openid.discovery(issuer, 'inbox-page', undefined, openid.None(), {
      // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out: these tests have no TLS
      execute: [openid.allowInsecureRequests],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: INBOX,
      scope: 'openid profile read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      prompt: 'none',
      state: 'here',
    });
    const { browser } = await authorize(auth.url);

    const answer = await browser.get(url.pathname + url.search);
    const tokens = await openid.authorizationCodeGrant(config, new URL(answer.location ?? ''), {
      pkceCodeVerifier: verifier,
      expectedState: 'here',
      idTokenExpected: true,
    });

    const claims = await openid.fetchUserInfo(
      config,
      tokens.access_token,
      tokens.claims()?.sub ?? '',
    );
    expect(claims.name).toBe('Grace Hopper');
  });

  it('are none that register themselves, nor any that an administrator makes', async () => {
    const registered = await fetch(`${auth.url}/api/v1/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [PAGE], first_party: true }),
    });
    const { client_id } = await json<{ client_id: string }>(registered);
    const call = admin(auth.url, await adminToken(auth.url));
    const made = await call('POST', '/clients', {
      client_name: 'Mine',
      client_type: 'public',
      redirect_uris: [REDIRECT_URI],
      scopes: ['openid'],
      first_party: true,
    });
    const { browser } = await authorize(auth.url);

    const page = await browser.get(authorizeUrl({ ...asked(client_id, PAGE), scope: 'openid' }));

    expect(registered.status).toBe(201);
    expect(page.text).toContain('Allow access');
    expect(made.ok ? await json(made) : { first_party: false }).toMatchObject({
      first_party: false,
    });
    expect(await json(await call('GET', `/clients/${client_id}`))).toMatchObject({
      first_party: false,
    });
    expect(await json(await call('GET', '/clients/inbox-page'))).toMatchObject({
      first_party: true,
    });
  });
});

it('on a developer’s machine, pages of the issuer’s own origin ask nobody; a program at another port does', async () => {
  const page = 'http://localhost:8080/translate';
  const auth = await startAuth({
    env: { ISSUER: 'http://localhost:8080' },
    clients: [own('local-page', page)],
  });
  const { browser } = await authorize(auth.url);

  const answer = await browser.get(authorizeUrl(asked('local-page', page)));
  const other = await browser.get(
    authorizeUrl(asked('local-page', 'http://localhost:9090/translate')),
  );

  expect(new URL(answer.location ?? '').searchParams.get('code')).toEqual(expect.any(String));
  expect(other.text).toContain('Allow access');
  await auth.close();
});

describe('a bootstrap file', () => {
  it.each([
    ['a loopback address', 'http://localhost:9999/callback'],
    ['a private scheme', 'org.example.app:/callback'],
    ['plain http', 'http://app.example.org/translate'],
  ])('makes no client first-party that has %s', async (_name, address) => {
    const database = await testDatabase();

    await expect(startAuth({ database, clients: [own('taken', address)] })).rejects.toThrow(
      `BOOTSTRAP_FILE: the client taken cannot be first_party, because ${address}`,
    );

    await database.drop();
  });

  it('decides at every start about the clients that follow it', async () => {
    const database = await testDatabase();
    const env = { KEY_ENCRYPTION_KEY: testKey() };
    const isFirstParty = async (first_party: boolean) => {
      const clients = [own('follower', PAGE, { first_party, follows_file: true })];
      await (await startAuth({ database, env, clients })).close();
      const [row] = await database.query<{ first_party: boolean }>(
        "SELECT first_party FROM oauth_client WHERE client_id = 'follower'",
      );
      return row?.first_party;
    };

    const decided = [await isFirstParty(false), await isFirstParty(true)];
    decided.push(await isFirstParty(false));

    expect(decided).toEqual([false, true, false]);
    await database.drop();
  });

  it('follows the server to another address: what it had before is asked about, and the start goes on', async () => {
    const database = await testDatabase();
    const key = { KEY_ENCRYPTION_KEY: testKey() };
    const startAt = (issuer: string) =>
      startAuth({
        ...{ database, env: { ...key, ISSUER: issuer } },
        clients: [own('moved', `${issuer}/translate`, { follows_file: true })],
      });
    await (await startAt('http://localhost:8080')).close();

    const auth = await startAt('http://localhost:9090');
    const { browser } = await authorize(auth.url);
    const now = await browser.get(authorizeUrl(asked('moved', 'http://localhost:9090/translate')));
    const old = await browser.get(authorizeUrl(asked('moved', 'http://localhost:8080/translate')));

    expect(new URL(now.location ?? '').searchParams.get('code')).toEqual(expect.any(String));
    expect(old.text).toContain('Allow access');
    await auth.close();
    await database.drop();
  });
});
