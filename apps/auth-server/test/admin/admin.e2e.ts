import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  admin,
  adminToken,
  authorize,
  authorizeUrl,
  bearer,
  json,
  postForm,
  refresh,
  tokensFor,
  userinfo,
} from '../flows.js';
import { Browser } from '../browser.js';
import { passwordOf, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

interface ClientAnswer {
  readonly id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the admin API (spec 2, part 4.1)', () => {
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  beforeAll(async () => {
    auth = await startAuth();
    call = admin(auth.url, await adminToken(auth.url));
  });
  afterAll(() => auth.close());

  const newClient = async (values: object = {}): Promise<ClientAnswer> =>
    json(
      await call('POST', '/clients', {
        client_name: 'Reports',
        client_type: 'confidential',
        redirect_uris: ['https://reports.example.org/callback'],
        scopes: ['openid', 'read'],
        ...values,
      }),
    );

  const machineToken = (client: ClientAnswer) =>
    postForm(
      `${auth.url}/oauth/token`,
      { grant_type: 'client_credentials' },
      {
        authorization: `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`,
      },
    );

  describe('POST /admin/auth', () => {
    const login = (body: object) =>
      fetch(`${auth.url}/admin/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    it('answers a token to an administrator', async () => {
      const response = await login({ username: 'ada', password: passwordOf('ada') });

      expect(response.status).toBe(200);
      expect(await json(response)).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
      });
    });

    it.each([
      ['a wrong password', { username: 'ada', password: 'wrong' }, 401, 'invalid_grant'],
      ['somebody else', { username: 'grace', password: passwordOf('grace') }, 403, 'access_denied'],
      ['a missing member', { username: 'ada' }, 422, 'invalid_request'],
      ['an unknown member', { username: 'a', password: 'b', c: 'd' }, 422, 'invalid_request'],
    ])('refuses %s', async (_what, body, status, error) => {
      const response = await login(body);

      expect(response.status).toBe(status);
      expect(await json(response)).toMatchObject({ error, error_uri: expect.any(String) });
    });
  });

  describe('access', () => {
    it.each(['/clients', '/scopes', '/users', '/status', '/audit'])(
      '%s wants a token',
      async (path) => {
        expect((await fetch(`${auth.url}/admin${path}`)).status).toBe(401);
      },
    );

    it('refuses people who are no administrators', async () => {
      const { access_token } = await tokensFor(auth.url);

      expect((await admin(auth.url, access_token)('GET', '/clients')).status).toBe(403);
    });

    it('refuses an administrator whose token lacks the scope', async () => {
      const { access_token } = await tokensFor(auth.url, { scope: 'openid read' }, 'ada');

      expect((await admin(auth.url, access_token)('GET', '/clients')).status).toBe(403);
    });

    it('accepts an administrator who consented to the scope admin', async () => {
      const { access_token } = await tokensFor(auth.url, { scope: 'openid admin' }, 'ada');

      expect((await admin(auth.url, access_token)('GET', '/clients')).status).toBe(200);
    });
  });

  describe('clients', () => {
    it('creates a client and shows its secret this once', async () => {
      const client = await newClient();
      const shown = await json(await call('GET', `/clients/${client.id}`));

      expect(client).toEqual({
        id: expect.stringMatching(UUID),
        client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        client_secret: expect.stringMatching(/^[\w-]{43}$/),
        client_name: 'Reports',
        client_type: 'confidential',
        redirect_uris: ['https://reports.example.org/callback'],
        scopes: ['openid', 'read'],
        is_active: true,
        first_party: false,
        created_at: expect.stringMatching(ISO),
      });
      expect(shown).not.toHaveProperty('client_secret');
      expect((await machineToken(client)).status).toBe(200);
    });

    it('keeps no secret that can be read', async () => {
      const client = await newClient();

      const rows = await auth.database.query<{ row: string }>(
        'SELECT oauth_client::text AS row FROM oauth_client',
      );

      expect(rows.map(({ row }) => row).join()).not.toContain(client.client_secret);
    });

    it('creates a public client without a secret', async () => {
      expect(await newClient({ client_type: 'public' })).not.toHaveProperty('client_secret');
    });

    it('lists with limit, offset, total and the filter active', async () => {
      const first = await json<{ clients: ClientAnswer[]; total: number }>(
        await call('GET', '/clients'),
      );
      const page = await json(await call('GET', '/clients?limit=1&offset=1'));
      const none = await json(await call('GET', '/clients?active=false&limit=5'));

      expect(first).toMatchObject({ limit: 20, offset: 0, total: expect.any(Number) });
      expect(page).toMatchObject({ limit: 1, offset: 1, clients: [{ id: first.clients[1]?.id }] });
      expect(none).toMatchObject({ clients: expect.any(Array), total: expect.any(Number) });
    });

    it.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'active=maybe', 'what=1'])(
      'refuses the query %s',
      async (query) => {
        const response = await call('GET', `/clients?${query}`);

        expect(response.status).toBe(422);
        expect(await json(response)).toMatchObject({ error: 'invalid_request' });
      },
    );

    it.each<[string, object, string]>([
      ['without a name', { client_name: '' }, 'invalid_request'],
      ['of another type', { client_type: 'secret' }, 'invalid_request'],
      ['with a redirect URI that is none', { redirect_uris: ['nonsense'] }, 'invalid_request'],
      ['with javascript:', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_request'],
      ['with data:', { redirect_uris: ['data:text/html,x'] }, 'invalid_request'],
      ['with a fragment', { redirect_uris: ['https://a.example/#x'] }, 'invalid_request'],
      ['with an unknown scope', { scopes: ['nonsense'] }, 'invalid_scope'],
      ['with an unknown member', { nonsense: true }, 'invalid_request'],
      ['with a control character', { client_name: 'a\u202eb' }, 'invalid_request'],
    ])('refuses a client %s', async (_what, values, error) => {
      const response = await call('POST', '/clients', {
        client_name: 'x',
        client_type: 'confidential',
        redirect_uris: [],
        scopes: [],
        ...values,
      });

      expect(response.status).toBe(422);
      expect(await json(response)).toMatchObject({ error });
    });

    it('changes name, redirect URIs and state', async () => {
      const client = await newClient();

      const changed = await json(
        await call('PATCH', `/clients/${client.id}`, {
          client_name: 'Renamed',
          redirect_uris: ['https://new.example.org/callback'],
          is_active: true,
        }),
      );

      expect(changed).toMatchObject({
        client_name: 'Renamed',
        redirect_uris: ['https://new.example.org/callback'],
      });
    });

    it('takes away members that are null, and refuses that of those which it cannot be without', async () => {
      const client = await newClient({ access_token_lifetime: 120, require_factor: true });
      const change = (body: object) => call('PATCH', `/clients/${client.id}`, body);

      const changed = await json(await change({ access_token_lifetime: null }));
      const refused = await Promise.all(
        ['client_name', 'redirect_uris', 'scopes', 'is_active'].map((name) =>
          change({ [name]: null, require_factor: null }),
        ),
      );

      expect(changed).not.toHaveProperty('access_token_lifetime');
      expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
      expect(await json(await call('GET', `/clients/${client.id}`))).toMatchObject({
        ...{ client_name: 'Reports', require_factor: true },
      });
    });

    it('regenerates a secret, and the old one is worth nothing', async () => {
      const client = await newClient();

      const answer = await json<{ client_secret: string }>(
        await call('POST', `/clients/${client.client_id}/secret`),
      );

      expect(answer).toEqual({ client_secret: expect.stringMatching(/^[\w-]{43}$/) });
      expect((await machineToken(client)).status).toBe(401);
      expect((await machineToken({ ...client, ...answer })).status).toBe(200);
    });

    it('regenerates no secret for a public client', async () => {
      const client = await newClient({ client_type: 'public' });

      expect((await call('POST', `/clients/${client.id}/secret`)).status).toBe(400);
    });

    it('deactivates a client with everything that it holds', async () => {
      const client = await newClient({ redirect_uris: [REDIRECT_URI] });
      const { redirect } = await authorize(auth.url, {
        client_id: client.client_id,
        scope: 'openid read',
      });
      expect(redirect.searchParams.get('code')).toEqual(expect.any(String));

      const response = await call('DELETE', `/clients/${client.id}`);

      expect(response.status).toBe(204);
      expect((await machineToken(client)).status).toBe(401);
      expect(await json(await call('GET', `/clients/${client.id}`))).toMatchObject({
        is_active: false,
      });
      const rows = await auth.database.query('SELECT 1 FROM oidc_artifact WHERE client_id = $1', [
        client.client_id,
      ]);
      expect(rows).toEqual([]);
    });

    it('answers 404 for a client that is not there', async () => {
      for (const [method, path] of [
        ['GET', '/clients/nobody'],
        ['PATCH', '/clients/nobody'],
        ['DELETE', '/clients/nobody'],
        ['POST', '/clients/nobody/secret'],
      ] as const) {
        const response = await call(method, path, method === 'PATCH' ? {} : undefined);
        expect(response.status).toBe(404);
        expect(await json(response)).toMatchObject({ error: 'not_found' });
      }
    });
  });

  describe('scopes', () => {
    it('creates, reads, changes and deactivates a scope', async () => {
      const created = await json<{ id: string }>(
        await call('POST', '/scopes', { scope_name: 'reports.read', description: 'Read reports' }),
      );
      const changed = await json(
        await call('PATCH', `/scopes/${created.id}`, { description: 'See reports' }),
      );
      const list = await json<{ scopes: { scope_name: string }[] }>(await call('GET', '/scopes'));
      const gone = await call('DELETE', '/scopes/reports.read');

      expect(created).toEqual({
        id: expect.stringMatching(UUID),
        scope_name: 'reports.read',
        description: 'Read reports',
        is_default: false,
        roles: [],
        is_active: true,
        created_at: expect.stringMatching(ISO),
      });
      expect(changed).toMatchObject({ description: 'See reports' });
      expect(list.scopes.map(({ scope_name }) => scope_name)).toContain('reports.read');
      expect(gone.status).toBe(204);
      expect(await json(await call('GET', '/scopes/reports.read'))).toMatchObject({
        is_active: false,
      });
    });

    it('can be asked for as soon as it is there', async () => {
      await call('POST', '/scopes', { scope_name: 'fresh', description: 'New' });
      const client = await newClient({ scopes: ['fresh'], redirect_uris: [] });

      const granted = async () =>
        json(
          await postForm(
            `${auth.url}/oauth/token`,
            { grant_type: 'client_credentials', scope: 'fresh' },
            {
              authorization: `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`,
            },
          ),
        );

      let answer = await granted();
      for (let attempt = 0; answer['scope'] === undefined && attempt < 50; attempt += 1) {
        answer = await granted();
      }
      expect(answer).toMatchObject({ scope: 'fresh' });
    });

    it('refuses a name that exists, is OpenID Connect’s or has spaces', async () => {
      for (const scope_name of ['read', 'openid', 'a b']) {
        const response = await call('POST', '/scopes', { scope_name, description: 'x' });
        expect(response.status).toBe(422);
      }
    });

    it('answers 404 for a scope that is not there', async () => {
      expect((await call('GET', '/scopes/nobody')).status).toBe(404);
      expect((await call('PATCH', '/scopes/nobody', {})).status).toBe(404);
      expect((await call('DELETE', '/scopes/nobody')).status).toBe(404);
    });
  });

  describe('users', () => {
    const newUser = async (username: string): Promise<{ id: string }> =>
      json(
        await call('POST', '/users', {
          username,
          email: `${username}@example.org`,
          password: 'a tidy purple boat',
          roles: ['student'],
        }),
      );

    it('lists users with limit, offset, active and admin', async () => {
      const all = await json<{ users: object[]; total: number }>(await call('GET', '/users'));
      const admins = await json<{ users: { username: string }[] }>(
        await call('GET', '/users?admin=true'),
      );
      const second = await json<{ users: object[] }>(await call('GET', '/users?limit=1&offset=1'));

      expect(all.total).toBeGreaterThanOrEqual(3);
      expect(all.users[0]).toMatchObject({
        id: expect.stringMatching(UUID),
        username: expect.any(String),
        email: expect.any(String),
        is_active: true,
        is_admin: expect.any(Boolean),
        is_verified: expect.any(Boolean),
        created_at: expect.stringMatching(ISO),
      });
      expect(admins.users.map(({ username }) => username)).toEqual(['ada']);
      expect(second.users).toEqual([all.users[1]]);
    });

    it('creates a user who can sign in', async () => {
      await newUser('new-user');

      const response = await postForm(`${auth.url}/auth/token`, {
        grant_type: 'password',
        username: 'New-User',
        password: 'a tidy purple boat',
      });

      expect(response.status).toBe(200);
    });

    it.each<[string, object]>([
      ['with a taken name', { username: 'GRACE' }],
      ['with a name that looks like a taken one', { username: 'ｇrace' }],
      ['with a taken address', { email: 'Grace@example.org' }],
      ['with a short password', { password: 'short' }],
      ['with an address that is none', { email: 'nonsense' }],
      ['with a role that is none', { roles: ['No Role'] }],
    ])('refuses a user %s', async (_what, values) => {
      const response = await call('POST', '/users', {
        username: 'somebody',
        email: 'somebody@example.org',
        password: 'a tidy purple boat',
        ...values,
      });

      expect(response.status).toBe(422);
    });

    it('ends sessions and tokens of a user who is deactivated', async () => {
      const { id } = await newUser('leaving');
      const browser = new Browser(auth.url);
      const page = await browser.get(authorizeUrl());
      await browser.submit(page, {
        username: 'leaving',
        password: 'a tidy purple boat',
        consent: 'allow',
      });
      const tokens = await json<{ access_token: string; refresh_token: string }>(
        await postForm(`${auth.url}/auth/token`, {
          grant_type: 'password',
          username: 'leaving',
          password: 'a tidy purple boat',
        }),
      );

      expect((await call('DELETE', `/users/${id}`)).status).toBe(204);

      expect((await browser.get(authorizeUrl())).text).toContain('name="password"');
      const me = await fetch(`${auth.url}/auth/sessions`, { headers: bearer(tokens.access_token) });
      expect(me.status).toBe(401);
      expect((await refresh(auth.url, tokens.refresh_token)).status).toBe(400);
    });

    it('changes details and password; the new password ends what is open', async () => {
      const { id } = await newUser('changing');
      const tokens = await json<{ access_token: string }>(
        await postForm(`${auth.url}/auth/token`, {
          grant_type: 'password',
          username: 'changing',
          password: 'a tidy purple boat',
        }),
      );

      const changed = await json(
        await call('PATCH', `/users/${id}`, {
          name: 'Changed',
          email: 'other@example.org',
          roles: ['manager'],
          password: 'another tidy boat',
        }),
      );

      expect(changed).toMatchObject({
        name: 'Changed',
        email: 'other@example.org',
        roles: ['manager'],
      });
      expect((await userinfo(auth.url, tokens.access_token)).status).toBe(401);
    });

    it('lists the sessions of a user and signs them out', async () => {
      const { browser } = await authorize(auth.url, {}, { name: 'alan' });
      const { users } = await json<{ users: { id: string; username: string }[] }>(
        await call('GET', '/users'),
      );
      const id = users.find(({ username }) => username === 'alan')?.id ?? '';

      const { sessions } = await json<{ sessions: object[] }>(
        await call('GET', `/users/${id}/sessions`),
      );
      const response = await call('DELETE', `/users/${id}/sessions`);

      expect(sessions).toHaveLength(1);
      expect(response.status).toBe(204);
      expect((await browser.get(authorizeUrl())).text).toContain('name="password"');
    });

    it('answers 404 for a user who is not there', async () => {
      for (const path of ['/users/nobody', '/users/nobody/sessions']) {
        expect((await call('GET', path)).status).toBe(404);
      }
    });
  });

  it('GET /admin/status tells the state of the service', async () => {
    expect(await json(await call('GET', '/status'))).toEqual({
      status: 'ok',
      version: expect.any(String),
      database: {
        status: 'up',
        pool_size: 10,
        active_connections: expect.any(Number),
      },
      oauth: {
        clients_count: expect.any(Number),
        scopes_count: expect.any(Number),
        active_tokens: expect.any(Number),
      },
      uptime: expect.stringMatching(/^(\d+[dhm] )*\d+s$/),
    });
  });

  describe('the audit log', () => {
    it('says who created a client, newest first, without secrets', async () => {
      const client = await newClient();

      const { records } = await json<{ records: Record<string, unknown>[] }>(
        await call('GET', `/audit?subject=${client.client_id}&limit=10`),
      );

      expect(records).toEqual([
        {
          sequence: expect.any(Number),
          at: expect.stringMatching(ISO),
          type: 'client.created',
          actor: expect.stringMatching(UUID),
          subject: client.client_id,
          ...{ actor_name: 'ada', subject_name: 'Reports' },
          ip: expect.any(String),
          trace_id: expect.any(String),
          details: { client_name: 'Reports' },
        },
      ]);
      expect(JSON.stringify(records)).not.toContain(client.client_secret);
    });

    it('can be narrowed by type, actor, time and place in the log', async () => {
      const { records } = await json<{ records: { sequence: number }[] }>(
        await call('GET', '/audit?type=client.created&from=2020-01-01T00:00:00Z&limit=1'),
      );
      const older = await json<{ records: { sequence: number }[] }>(
        await call('GET', `/audit?before=${records[0]?.sequence ?? 0}&limit=1`),
      );

      expect(older.records[0]?.sequence).toBeLessThan(records[0]?.sequence ?? 0);
      expect(await json(await call('GET', '/audit?actor=nobody'))).toEqual({ records: [] });
    });

    it.each([
      'UPDATE audit_record SET actor = NULL',
      'DELETE FROM audit_record',
      'TRUNCATE audit_record',
    ])('refuses %s', async (statement) => {
      await expect(auth.database.query(statement)).rejects.toThrow('append-only');
    });
  });

  it('rotates the signing keys: the old ones go on verifying', async () => {
    const keys = async () =>
      (
        await json<{ keys: { kid: string }[] }>(await fetch(`${auth.url}/.well-known/jwks.json`))
      ).keys.map(({ kid }) => kid);
    const before = await keys();
    const { access_token } = await tokensFor(auth.url);

    expect((await call('POST', '/keys/rotate')).status).toBe(204);

    let after = await keys();
    for (let attempt = 0; after.length === before.length && attempt < 200; attempt += 1)
      after = await keys();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(9);
    expect((await userinfo(auth.url, access_token)).status).toBe(200);
    expect((await call('POST', '/keys/rotate?algorithm=none')).status).toBe(422);
  });

  it('publishes what matters through the outbox, without personal data', async () => {
    const rows = await auth.database.query<{ event: { type: string; data: unknown } }>(
      'SELECT event FROM outbox',
    );
    const types = new Set(rows.map(({ event }) => event.type));

    expect([...types]).toEqual(
      expect.arrayContaining([
        'org.sextant.auth.login.succeeded',
        'org.sextant.auth.consent.granted',
        'org.sextant.auth.client.changed',
      ]),
    );
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|@example\.org/);
  });
});
