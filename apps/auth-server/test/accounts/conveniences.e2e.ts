import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuthorizationCode } from 'simple-oauth2';
import {
  admin,
  adminToken,
  authorize,
  authorizeUrl,
  isActive,
  json,
  postForm,
  type ErrorAnswer,
} from '../flows.js';
import { CLIENTS, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

let auth: RunningAuth;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  auth = await startAuth();
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(() => auth.close());

describe('who looks for somebody', () => {
  const find = async (query: string): Promise<readonly string[]> => {
    const { users, total } = await json<{ users: { username: string }[]; total: number }>(
      await call('GET', `/users?${new URLSearchParams({ q: query }).toString()}`),
    );
    expect(total).toBe(users.length);
    return users.map(({ username }) => username);
  };

  it.each([
    ['GRA', ['grace']],
    ['grace@example', ['grace']],
    ['Grace Hop', ['grace']],
    ['a', ['ada', 'alan']],
    ['%', []],
    ['_', []],
    ["'; DROP TABLE auth_user; --", []],
  ])('finds by %s', async (query, found) => {
    expect(await find(query)).toEqual(found);
  });

  it('finds clients by a part of their name or id', async () => {
    const { clients, total } = await json<{ clients: { client_id: string }[]; total: number }>(
      await call('GET', '/clients?q=BROWSER'),
    );

    expect(clients.map(({ client_id }) => client_id)).toEqual(['spa']);
    expect(total).toBe(1);
  });
});

describe('who develops a client', () => {
  it('reads all that is wrong with a request at once', async () => {
    const response = await call('POST', '/users', { username: '', email: 'x', colour: 'red' });
    const { error_description } = await json<ErrorAnswer>(response);

    expect(response.status).toBe(422);
    for (const member of ['colour', 'username', 'email', 'password']) {
      expect(error_description).toContain(member);
    }
  });

  it('reads on the error page which client it was', async () => {
    const url = auth.url + authorizeUrl({ client_id: 'no<b>body' });
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();

    expect(page).toContain('Client: <code>no&lt;b&gt;body</code>');
  });

  it('reads why the direct login refused', async () => {
    const fields = { grant_type: 'password', username: 'grace', password: 'wrong' };
    const response = await postForm(`${auth.url}/auth/token`, fields);

    expect(response.status).toBe(400);
    expect(await json(response)).toEqual({
      error: 'invalid_grant',
      error_description:
        'the user name or the password is wrong, a code (otp) is missing or wrong, or there were too many attempts',
      error_uri: `${auth.url}/oauth/errors#invalid_grant`,
    });
  });

  it('revokes with simple-oauth2, which reads nothing but JSON', async () => {
    const { web } = CLIENTS;
    const client = new AuthorizationCode({
      client: { id: web.client_id, secret: web.client_secret },
      auth: {
        tokenHost: auth.url,
        tokenPath: '/oauth/token',
        revokePath: '/api/v1/oauth/revoke',
      },
      http: { json: 'strict' },
    });
    const { code, pkce } = await authorize(auth.url);
    const parameters = { code, redirect_uri: REDIRECT_URI, code_verifier: pkce.verifier };
    const token = await client.getToken(parameters);
    const value = String(token.token['access_token']);
    expect(await isActive(auth.url, value)).toBe(true);

    await token.revoke('access_token');

    expect(await isActive(auth.url, value)).toBe(false);
  });
});

describe('who rotates keys by hand', () => {
  it('is stopped before the key set has no end', async () => {
    const kids = async () =>
      (await json<{ keys: object[] }>(await fetch(`${auth.url}/.well-known/jwks.json`))).keys
        .length;
    const statuses = [];
    for (let turn = 0; turn < 7; turn += 1) {
      statuses.push((await call('POST', '/keys/rotate')).status);
    }

    expect(statuses).toEqual([204, 204, 204, 422, 422, 422, 422]);
    expect(await kids()).toBe(15);
  });
});
