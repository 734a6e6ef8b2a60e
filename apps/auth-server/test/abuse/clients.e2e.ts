import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import {
  admin,
  adminToken,
  authorize,
  basic,
  bearer,
  json,
  postForm,
  redeem,
  refresh,
  tokensFor,
  type TokenAnswer,
} from '../flows.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

/** The numbers are those of docs/abuse-cases.md. */
describe('abuse by clients', () => {
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  beforeAll(async () => {
    auth = await startAuth({
      env: { DYNAMIC_REGISTRATION: 'open' },
      clients: [
        {
          client_id: 'password-client',
          client_secret: 'password-client-secret-0123456789abcdefgh',
          client_name: 'Wants the password grant',
          redirect_uris: [],
          scopes: ['openid', 'read'],
          metadata: { grant_types: ['client_credentials'], response_types: [] },
        },
      ],
    });
    // As no door of the service would store it.
    await auth.database.query(
      `UPDATE oauth_client SET metadata = metadata || '{"grant_types": ["password"]}'
       WHERE client_id = 'password-client'`,
    );
    call = admin(auth.url, await adminToken(auth.url));
  });
  afterAll(() => auth.close());

  const register = (metadata: object) =>
    fetch(`${auth.url}/api/v1/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://new.example.org/cb'], ...metadata }),
    });
  const create = async (body: object) =>
    json<Record<string, string>>(
      await call('POST', '/clients', {
        client_name: 'Made by the test',
        redirect_uris: ['https://made.example.org/cb'],
        scopes: ['openid', 'read'],
        ...body,
      }),
    );

  describe('35: the password grant', () => {
    const credentials = { grant_type: 'password', username: 'ada', password: passwordOf('ada') };

    it('cannot be registered', async () => {
      const response = await register({ grant_types: ['authorization_code', 'password'] });

      expect(response.status).toBe(400);
      expect(await json(response)).toMatchObject({ error: 'invalid_client_metadata' });
    });

    it.each([
      ['with a secret', () => basic('web'), {}],
      ['without one', () => ({}), { client_id: 'spa' }],
    ])('is refused to every other client %s', async (_what, headers, fields) => {
      const response = await postForm(
        `${auth.url}/oauth/token`,
        { ...credentials, scope: 'admin', ...fields },
        headers(),
      );

      expect(response.status).toBe(400);
      expect(await json(response)).toMatchObject({ error: 'unauthorized_client' });
    });

    it('is refused to a client whose stored record has it', async () => {
      const response = await postForm(`${auth.url}/oauth/token`, {
        ...credentials,
        scope: 'admin',
        client_id: 'password-client',
        client_secret: 'password-client-secret-0123456789abcdefgh',
      });

      expect(response.status).toBe(400);
      expect(await json(response)).not.toHaveProperty('access_token');
    });
  });

  describe('36: clients that register themselves', () => {
    it.each(['write', 'introspect', 'admin', 'openid admin'])(
      'do not give themselves the scope %s',
      async (scope) => {
        const response = await register({ scope });

        expect(response.status).toBe(400);
        expect(await json(response)).toMatchObject({ error: 'invalid_client_metadata' });
      },
    );

    it('do not name a workspace', async () => {
      const response = await register({ workspace: 'school-1' });

      expect(response.status).toBe(400);
      expect(await json(response)).toMatchObject({ error: 'invalid_client_metadata' });
    });

    it('may have what is about claims, and the default scopes', async () => {
      const response = await register({ scope: 'openid profile read' });

      expect(response.status).toBe(201);
    });

    it('do not give themselves a scope by a change either', async () => {
      const client = await json<Record<string, string>>(await register({ scope: 'openid' }));
      const change = (scope: string) =>
        fetch(client['registration_client_uri'] ?? '', {
          method: 'PUT',
          headers: {
            ...bearer(client['registration_access_token'] ?? ''),
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            client_id: client['client_id'],
            redirect_uris: ['https://new.example.org/cb'],
            scope,
          }),
        });

      expect((await change('openid write')).status).toBe(400);
      await call('PATCH', `/clients/${client['client_id'] ?? ''}`, { scopes: ['openid', 'write'] });
      expect((await change('openid write')).status).toBe(200);
    });

    it('are asked about once more when they change, although an operator has made them their own', async () => {
      const client = await json<Record<string, string>>(await register({ scope: 'openid' }));
      const id = client['client_id'] ?? '';
      await auth.database.query('UPDATE oauth_client SET first_party = true WHERE client_id = $1', [
        id,
      ]);
      const response = await fetch(client['registration_client_uri'] ?? '', {
        method: 'PUT',
        headers: {
          ...bearer(client['registration_access_token'] ?? ''),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ client_id: id, redirect_uris: ['https://new.example.org/cb'] }),
      });

      expect(response.status).toBe(200);
      expect(await json(await call('GET', `/clients/${id}`))).toMatchObject({ first_party: false });
    });

    it('need a secret for client_credentials', async () => {
      const response = await register({
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'client_credentials'],
      });

      expect(response.status).toBe(400);
    });

    it('cannot store NUL', async () => {
      expect((await register({ client_name: 'a\0b' })).status).toBe(400);
    });
  });

  describe('37: a confidential client', () => {
    it('always has a secret or a key', async () => {
      const made = await create({
        client_type: 'confidential',
        token_endpoint_auth_method: 'none',
      });
      const { client_id = '' } = await create({ client_type: 'confidential' });
      const changed = await call('PATCH', `/clients/${client_id}`, {
        token_endpoint_auth_method: 'none',
      });
      const tokens = await postForm(`${auth.url}/oauth/token`, {
        grant_type: 'client_credentials',
        client_id,
      });

      expect(made).toMatchObject({ error: 'invalid_request' });
      expect(changed.status).toBe(422);
      expect(tokens.status).toBe(401);
    });

    it('has one without client_credentials too', async () => {
      const made = await create({
        client_type: 'confidential',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
      });

      expect(made).toMatchObject({
        error: 'invalid_request',
        error_description: expect.stringContaining('token_endpoint_auth_method'),
      });
    });

    it('is not what a public client becomes by another method', async () => {
      const { client_id = '' } = await create({ client_type: 'public' });

      const changed = await call('PATCH', `/clients/${client_id}`, {
        token_endpoint_auth_method: 'client_secret_basic',
      });

      expect(changed.status).toBe(422);
    });
  });

  describe('38: the stored digest of a secret', () => {
    const assertion = async (clientId: string, key: string, expiry: string | number) =>
      new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(clientId)
        .setSubject(clientId)
        .setAudience(`${auth.url}/oauth/token`)
        .setIssuedAt()
        .setExpirationTime(expiry)
        .sign(new TextEncoder().encode(key));
    const withAssertion = async (clientId: string, key: string, expiry: string | number = '1m') =>
      postForm(`${auth.url}/oauth/token`, {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await assertion(clientId, key, expiry),
      });

    it('is no key for client_secret_jwt: a change to it brings a new secret', async () => {
      const { client_id = '', client_secret = '' } = await create({ client_type: 'confidential' });
      const [row] = await auth.database.query<{ digest: Buffer }>(
        `SELECT secret_sha256 AS digest FROM oauth_client WHERE client_id = '${client_id}'`,
      );
      const mark = `sha256:${row?.digest.toString('base64url') ?? ''}`;

      const changed = await json<Record<string, string>>(
        await call('PATCH', `/clients/${client_id}`, {
          token_endpoint_auth_method: 'client_secret_jwt',
        }),
      );

      expect(changed['client_secret']).toEqual(expect.any(String));
      expect((await withAssertion(client_id, mark)).status).toBe(401);
      expect((await withAssertion(client_id, client_secret)).status).toBe(401);
      expect((await withAssertion(client_id, changed['client_secret'] ?? '')).status).toBe(200);
    });

    it('156: makes no assertion whose id would be kept for ever', async () => {
      const { client_id = '', client_secret = '' } = await create({
        ...{ client_type: 'confidential', token_endpoint_auth_method: 'client_secret_jwt' },
      });
      const kept = () =>
        auth.database.query(`SELECT 1 FROM oidc_artifact WHERE kind = 'ReplayDetection'`);
      const before = await kept();

      for (const expiry of ['2d', 8e12, 1e18]) {
        const answer = await withAssertion(client_id, client_secret, expiry);
        expect(answer.status).toBe(401);
      }
      expect(await kept()).toHaveLength(before.length);
      expect((await withAssertion(client_id, client_secret, '23h')).status).toBe(200);
    });

    it('is no key for a client whose record says so already', async () => {
      const { client_id = '' } = await create({ client_type: 'confidential' });
      const [row] = await auth.database.query<{ digest: Buffer }>(
        `UPDATE oauth_client SET metadata = '{"token_endpoint_auth_method": "client_secret_jwt"}'
         WHERE client_id = '${client_id}' RETURNING secret_sha256 AS digest`,
      );
      const mark = `sha256:${row?.digest.toString('base64url') ?? ''}`;

      expect((await withAssertion(client_id, mark)).status).not.toBe(200);
    });

    it('is no key for HS256 ID tokens', async () => {
      const made = await create({ client_type: 'confidential' });
      const { client_id = '' } = made;
      const changed = await json<Record<string, string>>(
        await call('PATCH', `/clients/${client_id}`, { id_token_signed_response_alg: 'HS256' }),
      );
      const secret = changed['client_secret'] ?? '';
      const redirect_uri = 'https://made.example.org/cb';
      const flow = await authorize(auth.url, { client_id, redirect_uri, scope: 'openid' });

      const { id_token = '' } = await json<TokenAnswer>(
        await redeem(
          auth.url,
          flow,
          { redirect_uri },
          { authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}` },
        ),
      );

      const [header, claims, signature] = id_token.split('.');
      const expected = createHmac('sha256', secret)
        .update(`${header ?? ''}.${claims ?? ''}`)
        .digest('base64url');
      expect(signature).toBe(expected);
    });
  });

  it.each(['https://user@made.example.org/cb', 'https://*.example.org/cb'])(
    '5: the redirect URI %s cannot be registered',
    async (uri) => {
      const made = await call('POST', '/clients', {
        client_name: 'x',
        client_type: 'confidential',
        redirect_uris: [uri],
        scopes: [],
      });

      expect(made.status).toBe(422);
      expect((await register({ redirect_uris: [uri] })).status).toBe(400);
    },
  );

  it('18: a revocation without client authentication is refused as such', async () => {
    const response = await postForm(`${auth.url}/api/v1/oauth/revoke`, { token: 'x' });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic/);
    expect(await json(response)).toMatchObject({ error: 'invalid_client' });
  });

  it.each([
    ['POST', '/clients', {}, 'client_name must be a string.'],
    [
      'POST',
      '/clients',
      { client_name: 'x', client_type: 'public', redirect_uris: 'x', scopes: [] },
      'redirect_uris must be an array.',
    ],
    ['GET', '/clients?limit=-1', undefined, 'limit must not be less than 1.'],
  ])('%s %s %j is told what is wrong', async (method, path, body, error_description) => {
    const response = await call(method, path, body);

    expect(response.status).toBe(422);
    const told = (await json<{ error_description: string }>(response)).error_description;
    expect(told).toContain(error_description);
  });

  it('23: a refresh gives no scope that was taken away meanwhile', async () => {
    await call('POST', '/scopes', { scope_name: 'passing', description: 'For a while' });
    const { client_id = '', client_secret = '' } = await create({
      client_type: 'confidential',
      scopes: ['openid', 'read', 'write', 'passing'],
    });
    const redirect_uri = 'https://made.example.org/cb';
    const identity = {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
    };
    const scope = 'openid read write passing';
    const flow = await authorize(auth.url, { client_id, redirect_uri, scope });
    const first = await json<TokenAnswer>(await redeem(auth.url, flow, { redirect_uri }, identity));

    await call('DELETE', '/scopes/passing');
    await call('PATCH', `/clients/${client_id}`, { scopes: ['openid', 'read', 'passing'] });
    const second = await json<TokenAnswer>(
      await refresh(auth.url, first.refresh_token, {}, identity),
    );

    expect(first.scope.split(' ').sort()).toEqual(['openid', 'passing', 'read', 'write']);
    expect(second.scope.split(' ').sort()).toEqual(['openid', 'read']);
  });

  it('24: an unknown scope is refused, beside a known one and alone', async () => {
    const errorOf = async (scope: string) => {
      const { redirect } = await authorize(auth.url, { scope });
      return [redirect.searchParams.get('error'), redirect.searchParams.get('scope')];
    };

    expect(await errorOf('openid nope')).toEqual(['invalid_scope', 'nope']);
    expect(await errorOf('nope')).toEqual(['invalid_scope', 'nope']);
  });

  it('39: the scope admin cannot be taken from everybody, nor be given to everybody', async () => {
    const gone = await call('DELETE', '/scopes/admin');
    const inactive = await call('PATCH', '/scopes/admin', { is_active: false });
    const forAll = await call('PATCH', '/scopes/introspect', { is_default: true });

    expect([gone.status, inactive.status, forAll.status]).toEqual([422, 422, 422]);
    expect(await tokensFor(auth.url, { scope: 'openid admin' }, 'ada')).toHaveProperty('scope');
  });

  it('39: the last administrator stays one', async () => {
    const [ada] = await auth.database.query<{ id: string }>(
      `SELECT id FROM auth_user WHERE username = 'ada'`,
    );
    const path = `/users/${ada?.id ?? ''}`;

    const demoted = await call('PATCH', path, { is_admin: false });
    const inactive = await call('PATCH', path, { is_active: false });
    const deleted = await call('DELETE', path);

    expect([demoted.status, inactive.status, deleted.status]).toEqual([422, 422, 422]);
    expect((await call('GET', '/status')).status).toBe(200);
  });

  it.each(['gr\u0430ce', 'p\u03b1ul', '\u0430lan7x'])(
    '30: the user name %s, of letters of two scripts, is refused',
    async (username) => {
      const user = { username, email: 'mixed@example.org', password: 'a-tidy-purple-boat' };

      expect((await call('POST', '/users', user)).status).toBe(422);
    },
  );

  it('30: a name of one script is taken, whichever', async () => {
    const user = {
      username: '山田はなこ',
      email: 'hana@example.org',
      password: 'a-tidy-purple-boat',
    };

    expect((await call('POST', '/users', user)).status).toBe(201);
  });
});
