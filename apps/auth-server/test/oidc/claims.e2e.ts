import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { admin, adminToken, bearer, json, postForm } from '../flows.js';
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
