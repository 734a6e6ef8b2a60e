import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Fault } from '@sextant/platform-testing';
import { Secret, TOTP } from 'otpauth';
import { SecondFactors } from '../../src/factors/second-factors.js';
import type { User } from '../../src/users/user.js';
import { bearer, json } from '../flows.js';
import { passwordOf } from '../running-auth.js';
import {
  expectOneTransaction,
  expectWhole,
  newGroup,
  newUser,
  next,
  signedIn,
  startWatched,
  type Attempt,
  type Change,
  type Watched,
} from '../whole-changes.js';

jest.setTimeout(300_000);

let watched: Watched;
beforeAll(async () => {
  watched = await startWatched();
});
afterAll(() => watched.close());

const byAdmin = (method: string, path: string, body?: object): Attempt =>
  watched.byRequest(`/admin${path}`, {
    method,
    headers: { ...bearer(watched.token), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function newClient(): Promise<string> {
  const body = {
    ...{ client_name: `Client ${next()}`, client_type: 'confidential', scopes: ['read'] },
    redirect_uris: ['https://new.example/callback'],
  };
  return (await json<{ client_id: string }>(await watched.call('POST', '/clients', body)))
    .client_id;
}

const newScope = async (): Promise<string> => {
  const scope_name = `scope:${next()}`;
  await watched.call('POST', '/scopes', { scope_name, description: 'A scope' });
  return scope_name;
};

async function withFactor(): Promise<User> {
  const user = await newUser(watched);
  await addTotp(user);
  return user;
}

function addTotp(user: User): Promise<unknown> {
  const secret = new Secret({ size: 20 }).base32;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  return watched.auth.app
    .get(SecondFactors)
    .addTotp(user, { secret, code, name: 'App' }, { id: user.id });
}

const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'a new user',
    () => {
      const username = `made${next()}`;
      const email = `${username}@example.org`;
      return byAdmin('POST', '/users', { username, email, password: passwordOf(username) });
    },
  ],
  [
    'another password, address and role',
    async () => {
      const { user } = await signedIn(watched);
      const email = `new-${user.email}`;
      const password = passwordOf(`other-${user.username}`);
      return byAdmin('PATCH', `/users/${user.id}`, { email, password, roles: ['teacher'] });
    },
  ],
  [
    'a deactivated user',
    async () => byAdmin('DELETE', `/users/${(await signedIn(watched)).user.id}`),
  ],
  [
    'an ended session',
    async () => {
      const { user } = await signedIn(watched);
      const path = `/users/${user.id}/sessions`;
      const { sessions } = await json<{ sessions: { sid: string }[] }>(
        await watched.call('GET', path),
      );
      return byAdmin('DELETE', `${path}/${sessions[0]!.sid}`);
    },
  ],
  [
    'all ended sessions',
    async () => byAdmin('DELETE', `/users/${(await signedIn(watched)).user.id}/sessions`),
  ],
  [
    'factors taken away',
    async () => byAdmin('DELETE', `/users/${(await withFactor()).id}/factors`),
  ],
  [
    'an invitation',
    () => byAdmin('POST', '/users/invitations', { email: `invited${next()}@example.org` }),
  ],
  [
    'a row of an import',
    () => {
      const name = `imported${next()}`;
      return watched.byRequest('/admin/users/import?send_links=true', {
        headers: { ...bearer(watched.token), 'content-type': 'text/csv' },
        body: `username,email\n${name},${name}@example.org\n`,
      });
    },
  ],
  [
    'a new client',
    () =>
      byAdmin('POST', '/clients', {
        ...{ client_name: `Client ${next()}`, client_type: 'confidential', scopes: ['read'] },
        redirect_uris: ['https://new.example/callback'],
      }),
  ],
  [
    'a changed client',
    async () => byAdmin('PATCH', `/clients/${await newClient()}`, { client_name: 'Other' }),
  ],
  ['a new secret', async () => byAdmin('POST', `/clients/${await newClient()}/secret`)],
  ['a deactivated client', async () => byAdmin('DELETE', `/clients/${await newClient()}`)],
  [
    'a new scope',
    () => byAdmin('POST', '/scopes', { scope_name: `scope:${next()}`, description: 'New' }),
  ],
  [
    'a changed scope',
    async () => byAdmin('PATCH', `/scopes/${await newScope()}`, { description: 'Other' }),
  ],
  ['a deactivated scope', async () => byAdmin('DELETE', `/scopes/${await newScope()}`)],
  [
    'roles of a group',
    async () => {
      const group = await newGroup(watched, [(await newUser(watched)).id]);
      return byAdmin('PATCH', `/groups/${group}`, { roles: ['student'] });
    },
  ],
];

describe.each(CHANGES)('%s', (_what, change) => {
  let statements: readonly string[];

  it('is one transaction on one connection', async () => {
    statements = await expectOneTransaction(watched, change);
  });

  it.each<Fault>(['error', 'disconnect'])('happens whole or not at all: %s', async (fault) => {
    await expectWhole(watched, { change, fault, statements });
  });
});

describe('rotated keys', () => {
  it.each<Fault>(['error', 'disconnect'])('happens whole or not at all: %s', async (fault) => {
    const rotate = byAdmin('POST', '/keys/rotate?algorithm=ES256');
    for (let at = 0; ; at += 1) {
      const before = await watched.stored();
      const { isDone, seen } = await rotate({ at, fault });
      if (isDone) {
        expect(seen.statements.indexOf('COMMIT')).toBeLessThan(at);
        break;
      }
      expect((await watched.stored()) === before).toBe(true);
    }
  });
});
