import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  admin,
  adminToken,
  authorize,
  json,
  postForm,
  redeem,
  refresh,
  tokensFor,
  type TokenAnswer,
} from '../flows.js';
import { CLIENTS, passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

/** What an administrator trusts people and clients with. */
let auth: RunningAuth;
let call: ReturnType<typeof admin>;
const scopes = [{ name: 'ipt:mint', description: 'Mint', roles: ['teacher'] }];
const clients = [
  { ...CLIENTS.web, client_id: 'minter', scopes: [...CLIENTS.web.scopes, 'ipt:mint'] },
];
const MINTER = {
  authorization: `Basic ${Buffer.from(`minter:${CLIENTS.web.client_secret}`).toString('base64')}`,
};
beforeAll(async () => {
  auth = await startAuth({ scopes, clients });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(() => auth.close());

const ASKED = { client_id: 'minter', scope: 'openid profile email read ipt:mint' };
const tokensOf = async (name: string): Promise<TokenAnswer> =>
  json(await redeem(auth.url, await authorize(auth.url, ASKED, { name }), {}, MINTER));
const direct = (username: string) =>
  postForm(`${auth.url}/auth/token`, {
    grant_type: 'password',
    username,
    password: passwordOf(username),
    scope: 'ipt:mint',
  });

describe('a scope for a role', () => {
  it('is given to its holders and to administrators, and to nobody else', async () => {
    expect((await tokensOf('grace')).scope.split(' ')).toContain('ipt:mint');
    expect((await tokensOf('ada')).scope.split(' ')).toContain('ipt:mint');
    expect((await tokensOf('alan')).scope).toBe('openid profile email read');
    expect((await direct('grace')).status).toBe(200);
    expect(await json(await direct('alan'))).toMatchObject({ error: 'invalid_scope' });
  });

  it('goes with the next refresh when the role is taken away', async () => {
    const { id } = await json<{ id: string }>(
      await call('POST', '/users', {
        username: 'mary',
        email: 'mary@example.org',
        password: passwordOf('mary'),
        roles: ['teacher'],
      }),
    );
    const { refresh_token: token, scope } = await tokensOf('mary');
    expect(scope).toContain('ipt:mint');
    await call('PATCH', `/users/${id}`, { roles: ['student'] });

    const answer = await json<TokenAnswer>(await refresh(auth.url, token, {}, MINTER));
    expect(decodeJwt(answer.access_token)['scope']).toBe('openid profile email read');
  });

  it('is told and changed by the admin API', async () => {
    const changed = await call('PATCH', '/scopes/ipt:mint', { roles: ['student', 'teacher'] });
    expect(await json(changed)).toMatchObject({ roles: ['student', 'teacher'] });
    expect((await tokensOf('alan')).scope).toContain('ipt:mint');
    expect((await call('PATCH', '/scopes/ipt:mint', { roles: ['NO'] })).status).toBe(422);
    await call('PATCH', '/scopes/ipt:mint', { roles: ['teacher'] });
  });
});

describe('a client', () => {
  it('gets the claims of its scopes in the ID token, where an administrator says so', async () => {
    const before = decodeJwt((await tokensOf('grace')).id_token ?? '');
    expect(before).not.toHaveProperty('email');
    await call('PATCH', '/clients/minter', { id_token_claims: true });

    const claims = decodeJwt((await tokensOf('grace')).id_token ?? '');
    expect(claims).toMatchObject({ name: 'Grace Hopper', email: 'grace@example.org' });
    const others = await tokensFor(auth.url);
    expect(decodeJwt(others.id_token ?? '')).not.toHaveProperty('email');
  });

  it('gets tokens that live as long as an administrator says', async () => {
    const change = { access_token_lifetime: 120, refresh_token_lifetime: 3600 };
    expect((await call('PATCH', '/clients/minter', change)).status).toBe(200);
    expect(await tokensOf('grace')).toMatchObject({ expires_in: 120 });
    const [row] = await auth.database.query<{ seconds: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()))::int AS seconds FROM oidc_artifact
       WHERE kind = 'RefreshToken' AND client_id = 'minter' ORDER BY expires_at LIMIT 1`,
    );

    expect(row?.seconds).toBeGreaterThan(3500);
    expect(row?.seconds).toBeLessThanOrEqual(3600);
    for (const seconds of [59, 3601, 1.5]) {
      const refused = await call('PATCH', '/clients/minter', { access_token_lifetime: seconds });
      expect(refused.status).toBe(422);
    }
  });
});
