import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  admin,
  adminToken,
  authorize,
  bearer,
  json,
  postForm,
  redeem,
  userinfo,
  type ErrorAnswer,
  type TokenAnswer,
} from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

describe('the standard claims of a user (OpenID Connect Core 1.0 section 5.1)', () => {
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  beforeAll(async () => {
    auth = await startAuth();
    call = admin(auth.url, await adminToken(auth.url));
  });
  afterAll(() => auth.close());

  const newUser = async (): Promise<{ id: string; username: string }> => {
    const username = `c${randomUUID()}`;
    const email = `${username}@example.org`;
    return json(await call('POST', '/users', { username, email, password: 'a tidy purple boat' }));
  };

  it('keeps the standard claims of a user, and tells them by scope', async () => {
    const { id, username } = await newUser();
    const address = { street_address: 'Calle Mayor 1', locality: 'Madrid', country: 'ES' };
    const claims = {
      nickname: 'clem',
      birthdate: '1990-02-28',
      zoneinfo: 'Europe/Madrid',
      locale: 'es-ES',
      picture: 'https://example.org/clem.png',
      phone_number: '+34911234567',
      phone_number_verified: true,
      address,
    };
    const changed = await json(await call('PATCH', `/users/${id}`, { claims }));
    expect(changed).toMatchObject({ claims });

    const { access_token } = await json<{ access_token: string }>(
      await postForm(`${auth.url}/auth/token`, {
        grant_type: 'password',
        username,
        password: 'a tidy purple boat',
        scope: 'openid profile address phone',
      }),
    );
    const told = await json(
      await fetch(`${auth.url}/oidc/userinfo`, { headers: bearer(access_token) }),
    );

    const { updated_at } = told;
    expect(told).toMatchObject(claims);
    expect(told).not.toHaveProperty('email');
    expect(Math.abs(Number(updated_at) - Date.now() / 1000)).toBeLessThan(60);
    expect(
      await json(await call('PATCH', `/users/${id}`, { claims: { nickname: 'c' } })),
    ).toMatchObject({
      claims: { nickname: 'c' },
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it.each<[string, object]>([
    ['a birthday that is none', { birthdate: '1990-13-01' }],
    ['a time zone that is none', { zoneinfo: 'Mars/Olympus' }],
    ['a language that is none', { locale: 'not a language' }],
    ['a picture that is a script', { picture: 'javascript:alert(1)' }],
    ['a telephone number without its country', { phone_number: '911234567' }],
    ['a country that is none', { address: { country: 'XX' } }],
    ['an address that is text', { address: 'Calle Mayor 1' }],
    ['a claim that is not standard', { sub: 'somebody else' }],
    ['control characters', { nickname: 'a\u0007b' }],
  ])('refuses claims with %s', async (_what, claims) => {
    const { id } = await newUser();

    expect((await call('PATCH', `/users/${id}`, { claims })).status).toBe(422);
  });
});

describe('roles and groups', () => {
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  const application = {
    ...{ client_id: 'application', client_secret: 'application-secret-23456789abcdefghijklmnop' },
    ...{ client_name: 'Application', redirect_uris: ['http://localhost:9999/callback'] },
    scopes: ['openid', 'profile', 'roles', 'groups'],
  };
  beforeAll(async () => {
    auth = await startAuth({
      env: { SCIM_TOKEN: 'the-token-of-the-directory' },
      clients: [application],
    });
    call = admin(auth.url, await adminToken(auth.url));
    const { users } = await json<{ users: { id: string }[] }>(await call('GET', '/users?q=alan'));
    const answer = await fetch(`${auth.url}/scim/v2/Groups`, {
      method: 'POST',
      headers: { ...bearer('the-token-of-the-directory'), 'content-type': 'application/scim+json' },
      body: JSON.stringify({ displayName: 'Class 1', members: [{ value: users[0]?.id }] }),
    });
    const { id } = await json<{ id: string }>(answer);
    await call('PATCH', `/groups/${id}`, { roles: ['monitor'] });
  });
  afterAll(() => auth.close());

  const told = async (scope: string) => {
    const { client_id, client_secret } = application;
    const flow = await authorize(auth.url, { client_id, scope }, { name: 'alan' });
    const tokens = await json<TokenAnswer>(
      await redeem(auth.url, flow, { client_id, client_secret }, {}),
    );
    return {
      idToken: decodeJwt(tokens.id_token ?? ''),
      accessToken: decodeJwt(tokens.access_token),
      userinfo: await json(await userinfo(auth.url, tokens.access_token)),
    };
  };

  it('are told by scopes of their names, at userinfo and in the ID token', async () => {
    const { idToken, userinfo: claims } = await told('openid roles groups');

    const expected = { roles: ['student', 'monitor'], groups: ['Class 1'] };
    expect(idToken).toMatchObject(expected);
    expect(claims).toMatchObject(expected);
  });

  it('are told to nobody who does not ask', async () => {
    const { idToken, userinfo: claims } = await told('openid profile');

    for (const said of [idToken, claims]) {
      expect(said).not.toHaveProperty('roles');
      expect(said).not.toHaveProperty('groups');
    }
    // What `profile` is about stays at userinfo.
    expect(idToken).not.toHaveProperty('name');
  });

  it('become claims of other names by the mappings of a client, as the preview shows', async () => {
    const claim_mappings = [
      { claim: 'login', attribute: 'username' },
      { claim: 'https://example.org/roles', attribute: 'roles', in: ['id_token'] },
      { claim: 'class', group: 'Class 2', value: 2 },
      { claim: 'class', group: 'Class 1', value: 1 },
      { claim: 'tenant', constant: 'school', in: ['userinfo', 'access_token'] },
    ];
    const { id } = (await json<{ users: [{ id: string }] }>(await call('GET', '/users?q=alan')))
      .users[0];
    expect((await call('PATCH', '/clients/application', { claim_mappings })).status).toBe(200);
    const { idToken, userinfo: claims, accessToken } = await told('openid profile');
    const preview = await json<Record<string, object>>(
      await call('GET', `/clients/application/claims?user=${id}&scope=openid%20profile`),
    );
    await call('PATCH', '/clients/application', { claim_mappings: [] });
    const after = await told('openid profile');

    const mapped = { login: 'alan', class: 1 };
    const roles = { 'https://example.org/roles': ['student', 'monitor'] };
    expect(idToken).toMatchObject({ ...mapped, ...roles });
    expect(claims).toMatchObject({ ...mapped, tenant: 'school', name: 'alan' });
    expect(accessToken).toMatchObject({ tenant: 'school', roles: ['student', 'monitor'] });
    expect(claims).not.toHaveProperty('https://example.org/roles');
    expect(accessToken).not.toHaveProperty('login');
    expect(preview['userinfo']).toEqual(claims);
    expect(preview['id_token']).toEqual({ sub: id, ...mapped, ...roles });
    expect(accessToken).toMatchObject(preview['access_token'] ?? {});
    expect(after.idToken).not.toHaveProperty('login');
  });

  it('are mapped to no claim of the server itself, nor by anybody but an administrator', async () => {
    const refused = await call('PATCH', '/clients/application', {
      claim_mappings: [{ claim: 'sub', constant: 'somebody else' }],
    });
    const unknown = await call('GET', '/clients/application/claims?user=nobody');

    expect(refused.status).toBe(422);
    expect((await json<ErrorAnswer>(refused)).error_description).toContain('sub is a claim');
    expect(unknown.status).toBe(404);
  });

  it('are among what the server says it supports', async () => {
    const document = await json(await fetch(`${auth.url}/.well-known/openid-configuration`));

    expect(document).toMatchObject({
      scopes_supported: expect.arrayContaining(['roles', 'groups']),
      claims_supported: expect.arrayContaining(['roles', 'groups']),
    });
  });
});
