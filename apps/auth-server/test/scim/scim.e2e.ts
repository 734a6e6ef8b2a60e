import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  admin,
  adminToken,
  authorize,
  isActive,
  json,
  postForm,
  TOKEN as TOKEN_PATH,
  tokensFor,
} from '../flows.js';
import { besides, waitForLocks } from '../held-rows.js';
import { linkOf, mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

const TOKEN = 'the-token-of-the-directory';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

interface Resource extends Record<string, unknown> {
  readonly id: string;
}
interface List {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: Resource[];
}

let mail: MailServer;
let auth: RunningAuth;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  mail = await mailServer();
  auth = await startAuth({
    env: { ...mail.env, SCIM_TOKEN: TOKEN, SCIM_ROLES: 'Lehrkraft=teacher,Head of School=head' },
    scopes: [{ name: 'grades', description: 'Grades', roles: ['teacher'] }],
    clients: [
      {
        client_id: 'school',
        client_secret: 'school-secret-123456789abcdefghijklmnopqrst',
        client_name: 'School',
        redirect_uris: ['http://localhost:9999/callback'],
        scopes: ['openid', 'read', 'grades'],
      },
    ],
  });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(async () => {
  await auth.close();
  await mail.close();
});

const scim = (method: string, path: string, body?: unknown, token = TOKEN) =>
  fetch(`${auth.url}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const listed = async (path: string) => json<List>(await scim('GET', path));
const patch = (path: string, ...Operations: object[]) =>
  scim('PATCH', path, { schemas: [PATCH], Operations });

let people = 0;
/** As Okta sends it. */
async function person(more: object = {}): Promise<Resource & { userName: string }> {
  people += 1;
  const userName = `person${people}@school.example`;
  const body = {
    schemas: [USER],
    userName,
    name: { givenName: 'Per', familyName: `Son ${people}` },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: `Per Son ${people}`,
    locale: 'en-US',
    externalId: `ext-${people}`,
    groups: [],
    active: true,
    ...more,
  };
  const answer = await scim('POST', '/Users', body);
  expect(answer.status).toBe(201);
  return json(answer);
}

describe('a directory’s users', () => {
  it('are made, found, and sign in once they have set a password', async () => {
    const made = await person();
    expect(made).toMatchObject({
      schemas: [USER],
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userName: 'person1@school.example',
      active: true,
      name: { givenName: 'Per', familyName: 'Son 1' },
      emails: [{ value: 'person1@school.example', primary: true }],
      meta: { resourceType: 'User', location: `${auth.url}/scim/v2/Users/${made.id}` },
    });
    for (const filter of [
      'userName eq "PERSON1@school.example"',
      'externalId eq "ext-1"',
      'emails.value eq "person1@school.example" and active eq true',
      `id eq "${made.id}"`,
    ]) {
      const found = await listed(`/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, found.Resources.map(({ id }) => id)]).toEqual([filter, [made.id]]);
    }
    expect((await listed('/Users?filter=userName%20eq%20%22nobody%22')).totalResults).toBe(0);

    await fetch(`${auth.url}/account/forgot`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'person1@school.example' }),
    });
    const token = new URL(linkOf(await mail.next('person1@school.example')), auth.url).searchParams;
    await fetch(`${auth.url}/account/reset`, {
      method: 'POST',
      body: new URLSearchParams({
        token: token.get('token') ?? '',
        password: passwordOf('person1'),
      }),
    });
    expect((await tokensFor(auth.url, {}, 'person1')).access_token).toBeDefined();
  });

  it('are listed in pages', async () => {
    await person();
    const all = await listed('/Users');
    const second = await listed('/Users?startIndex=2&count=1');

    expect(all.totalResults).toBe(all.Resources.length);
    expect(second).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources[0]?.id).toBe(all.Resources[1]?.id);
    expect((await listed('/Users?count=0')).Resources).toEqual([]);
  });

  it('are locked and unlocked in the ways of Okta and of Entra ID, which ends what they hold', async () => {
    const { id } = await person({ password: passwordOf('person3') });
    const tokens = await tokensFor(auth.url, {}, 'person3');
    const okta = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect(await json(okta)).toMatchObject({ active: false });
    expect(await isActive(auth.url, tokens.access_token)).toBe(false);

    const entra = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(await json(entra)).toMatchObject({ active: true });
  });

  it('are changed whole and in part; what this service has no place for is left out', async () => {
    const { id, userName } = await person();
    const whole = await scim('PUT', `/Users/${id}`, {
      schemas: [USER],
      userName,
      externalId: 'other',
      displayName: 'Other Name',
      emails: [{ value: `new-${userName}` }],
      title: 'Headmaster',
      active: true,
    });
    expect(await json(whole)).toMatchObject({
      externalId: 'other',
      displayName: 'Other Name',
      emails: [{ value: `new-${userName}` }],
    });
    const part = await patch(
      `/Users/${id}`,
      { op: 'add', path: 'name.givenName', value: 'Ada' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: userName },
      { op: 'add', path: 'nickName', value: 'x' },
    );
    expect(await json(part)).toMatchObject({
      name: { givenName: 'Ada' },
      emails: [{ value: userName }],
    });
    const { userName: renamed } = await json<{ userName: string }>(
      await patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: 'r@school.example' }),
    );
    expect(renamed).toBe('r@school.example');
  });

  it('are deleted for good, but for administrators', async () => {
    const { id } = await person();
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    const gone = await scim('GET', `/Users/${id}`);
    expect(gone.status).toBe(404);
    expect(gone.headers.get('content-type')).toContain('application/scim+json');
    expect(await json(gone)).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
    });
    const found = await listed('/Users?filter=userName%20eq%20%22ada%22');
    expect((await scim('DELETE', `/Users/${found.Resources[0]?.id ?? ''}`)).status).toBe(400);
  });

  it('are not given an administrator’s password or address, which would be the account', async () => {
    const found = await listed('/Users?filter=userName%20eq%20%22ada%22');
    const ada = `/Users/${found.Resources[0]?.id ?? ''}`;
    const taken = [
      { op: 'replace', path: 'password', value: 'seven red boats at noon' },
      { op: 'replace', path: 'emails', value: [{ value: 'mallory@school.example' }] },
    ];
    for (const operation of taken) expect((await patch(ada, operation)).status).toBe(400);

    expect(await json(await scim('GET', ada))).toMatchObject({
      emails: found.Resources[0]?.['emails'],
    });
    expect(await adminToken(auth.url)).toEqual(expect.any(String));
    expect((await patch(ada, { op: 'add', path: 'title', value: 'Countess' })).status).toBe(200);
  });

  it('have the roles that the operator maps, and no other by the directory', async () => {
    const roles = ['lehrkraft', 'admin', 'Head of School'].map((value) => ({ value }));
    const made = await person({ roles });
    const rolesOf = async () =>
      (await json<{ roles: string[] }>(await call('GET', `/users/${made.id}`))).roles;
    expect(await rolesOf()).toEqual(['teacher', 'head']);
    expect(made).toMatchObject({ roles: [{ value: 'lehrkraft' }, { value: 'head of school' }] });

    await call('PATCH', `/users/${made.id}`, { roles: ['teacher', 'head', 'editor'] });
    await patch(`/Users/${made.id}`, {
      ...{ op: 'Remove', path: 'roles', value: [{ value: 'Lehrkraft' }] },
    });
    expect((await rolesOf()).sort()).toEqual(['editor', 'head']);
  });

  it('are locked and changed only where the directory has made them, if they administer', async () => {
    const found = await listed('/Users?filter=userName%20eq%20%22ada%22');
    const ada = `/Users/${found.Resources[0]?.id ?? ''}`;
    for (const operation of [
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'replace', path: 'externalId', value: 'mine-now' },
      { op: 'replace', path: 'userName', value: 'ada@school.example' },
      { op: 'replace', path: 'displayName', value: 'Mallory' },
    ]) {
      const answer = await patch(ada, operation);
      expect([operation.path, answer.status]).toEqual([operation.path, 400]);
      expect(await json(answer)).toMatchObject({ detail: expect.stringContaining('directory') });
    }
    expect(await adminToken(auth.url)).toEqual(expect.any(String));

    const own = await person();
    await call('PATCH', `/users/${own.id}`, { is_admin: true });
    const locked = await patch(`/Users/${own.id}`, { op: 'replace', path: 'active', value: false });
    expect(await json(locked)).toMatchObject({ active: false });
  });

  it('have names that are taken once', async () => {
    const { userName } = await person();
    const again = await scim('POST', '/Users', { schemas: [USER], userName });

    expect(again.status).toBe(409);
    expect(await json(again)).toMatchObject({ scimType: 'uniqueness', status: '409' });
    const taken = await scim('POST', '/Users', { schemas: [USER], userName: 'grace@example.org' });
    expect(taken.status).toBe(409);
    // Refused before anything is made: no account is left of it.
    const emails = [{ value: 'nobody-of-that-name@example.org' }];
    const other = await scim('POST', '/Users', { schemas: [USER], userName, emails });
    expect(other.status).toBe(409);
    const left = await call('GET', '/users?q=nobody-of-that-name');
    expect(await json(left)).toMatchObject({ total: 0 });
  });

  it.each<[string, unknown]>([
    ['no userName', { schemas: [USER] }],
    ['no address', { schemas: [USER], userName: 'x' }],
    ['a list', []],
    ['a weak password', { userName: 'z@z.example', password: 'password1234' }],
  ])('refuses a user with %s', async (_what, body) => {
    const answer = await scim('POST', '/Users', body);
    expect(answer.status).toBe(400);
    expect(await json(answer)).toMatchObject({ status: '400', detail: expect.any(String) });
  });

  it.each([
    'userName co "a"',
    'userName eq "a" or externalId eq "b"',
    'password eq "x"',
    'userName eq',

    '__proto__ eq "x"',
  ])('refuses the filter %s', async (filter) => {
    const answer = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(answer.status).toBe(400);
    expect(await json(answer)).toMatchObject({ scimType: 'invalidFilter' });
  });

  it.each<[string, object[]]>([
    ['an unknown operation', [{ op: 'explode', path: 'active' }]],
    ['a path that is none', [{ op: 'replace', path: 'emails[', value: 'x' }]],
    ['what would make it no user', [{ op: 'remove', path: 'userName' }]],
    ['prototypes', [{ op: 'add', path: '__proto__.isAdmin', value: true }]],
  ])('refuses a change with %s, or does nothing of it', async (_what, operations) => {
    const { id } = await person();
    const answer = await patch(`/Users/${id}`, ...operations);
    const { is_admin } = await json<{ is_admin: boolean }>(await call('GET', `/users/${id}`));

    expect(answer.status === 400 || answer.ok).toBe(true);
    expect(is_admin).toBe(false);
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });
});

describe('a directory’s groups', () => {
  it('bring their members roles, as an administrator has said, and take them again', async () => {
    const { id } = await person({ password: passwordOf('person-of-group') });
    const { username } = await json<{ username: string }>(await call('GET', `/users/${id}`));
    await call('PATCH', `/users/${id}`, { password: passwordOf(username) });
    const group = await json<Resource>(
      await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Staff', members: [] }),
    );
    const given = await call('PATCH', `/groups/${group.id}`, { roles: ['teacher'] });
    expect(await json(given)).toMatchObject({ name: 'Staff', roles: ['teacher'] });

    const joined = await patch(`/Groups/${group.id}`, {
      op: 'Add',
      path: 'members',
      value: [{ value: id }],
    });
    expect(await json(joined)).toMatchObject({ members: [{ value: id, display: username }] });
    const ask = { client_id: 'school', scope: 'openid grades' };
    const tokens = await tokensOf(username, ask);
    expect(tokens).toMatchObject({ scope: 'openid grades' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ roles: ['teacher'] });
    expect(await json(await call('GET', `/users/${id}`))).toMatchObject({
      roles: [],
      group_roles: ['teacher'],
    });
    expect(await json(await scim('GET', `/Users/${id}`))).toMatchObject({
      groups: [{ value: group.id, display: 'Staff' }],
    });

    await patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${id}"]` });
    expect(await tokensOf(username, ask)).toMatchObject({ scope: 'openid' });
    expect(await json(await call('GET', `/users/${id}`))).toMatchObject({ group_roles: [] });
  });

  it.each<[string, (id: string) => object]>([
    [
      'by their ids as the value',
      (id) => ({ op: 'Remove', path: 'members', value: [{ value: id }] }),
    ],
    ['by one object', (id) => ({ op: 'remove', path: 'Members', value: { value: id } })],
    ['by a bare id', (id) => ({ op: 'remove', path: 'members', value: [id.toUpperCase()] })],
    [
      'by a path with the schema',
      (id) => ({ op: 'remove', path: `${GROUP}:members`, value: [{ value: id }] }),
    ],
    ['by a filter', (id) => ({ op: 'Remove', path: `members[value eq "${id}"]` })],
  ])(
    'lose the members that Entra ID takes out, and these their roles: %s',
    async (_how, operation) => {
      const [leaving, staying] = [await person(), await person()];
      const { username } = await json<{ username: string }>(
        await call('GET', `/users/${leaving.id}`),
      );
      await call('PATCH', `/users/${leaving.id}`, { password: passwordOf(username) });
      const members = [{ value: leaving.id }, { value: staying.id }];
      const displayName = `Left ${username}`;
      const made = await scim('POST', '/Groups', { schemas: [GROUP], displayName, members });
      const group = await json<Resource>(made);
      await call('PATCH', `/groups/${group.id}`, { roles: ['teacher'] });
      const ask = { client_id: 'school', scope: 'openid grades' };
      expect(await tokensOf(username, ask)).toMatchObject({ scope: 'openid grades' });

      const left = await patch(`/Groups/${group.id}`, operation(leaving.id));

      expect((await json<{ members: { value: string }[] }>(left)).members).toEqual([
        expect.objectContaining({ value: staying.id }),
      ]);
      const tokens = await tokensOf(username, ask);
      expect(tokens).toMatchObject({ scope: 'openid' });
      expect(decodeJwt(tokens.access_token)['roles'] ?? []).toEqual([]);
    },
  );

  it('leave no role behind with somebody who leaves two of them at once', async () => {
    const { id } = await person();
    const groups = ['Night', 'Day'].map(async (displayName) => {
      const members = [{ value: id }];
      const made = await scim('POST', '/Groups', { schemas: [GROUP], displayName, members });
      const group = await json<Resource>(made);
      await call('PATCH', `/groups/${group.id}`, { roles: [displayName.toLowerCase()] });
      return group.id;
    });
    const ids = await Promise.all(groups);
    const rolesNow = async () =>
      (await json<{ group_roles: string[] }>(await call('GET', `/users/${id}`))).group_roles;
    expect(await rolesNow()).toEqual(['day', 'night']);
    const left = await besides(auth.database, async (manager) => {
      await manager.query('UPDATE auth_user SET last_login = now() WHERE id = $1', [id]);
      const path = `members[value eq "${id}"]`;
      const leaving = ids.map((group) => patch(`/Groups/${group}`, { op: 'remove', path }));
      await waitForLocks(manager, 2);
      return leaving;
    });
    expect((await Promise.all(left)).map(({ status }) => status)).toEqual([200, 200]);

    expect(await rolesNow()).toEqual([]);
  });

  it.each(['add', 'remove', 'replace', 'end'] as const)(
    'do not stand in the way of a member who is being deleted, nor the other way round: %s',
    async (kind) => {
      const { id } = await person();
      const members = kind === 'add' ? [] : [{ value: id }];
      const body = { schemas: [GROUP], displayName: `Going ${kind}`, members };
      const group = await json<Resource>(await scim('POST', '/Groups', body));
      const path = `/Groups/${group.id}`;
      const changes = {
        add: () => patch(path, { op: 'add', path: 'members', value: [{ value: id }] }),
        remove: () => patch(path, { op: 'remove', path: `members[value eq "${id}"]` }),
        replace: () => patch(path, { op: 'replace', path: 'members', value: [] }),
        end: () => scim('DELETE', path),
      };
      const [deleted, changed] = await besides(auth.database, async (manager) => {
        // The deletion has touched the account, and has not ended it yet.
        await manager.query('LOCK TABLE audit_record IN SHARE MODE');
        const deletion = scim('DELETE', `/Users/${id}`);
        await waitForLocks(manager, 1);
        const change = changes[kind]();
        await waitForLocks(manager, 2);
        return [deletion, change];
      });

      expect((await deleted).status).toBe(204);
      expect((await changed).status).toBeLessThan(500);
    },
  );

  it('keep every member that several requests add at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, async () => (await person()).id));
    const body = { schemas: [GROUP], displayName: 'Crowd', members: [] };
    const group = await json<Resource>(await scim('POST', '/Groups', body));

    const answers = await Promise.all(
      people.map((value) =>
        patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value }] }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    const now = await json<{ members: { value: string }[] }>(
      await scim('GET', `/Groups/${group.id}`),
    );
    expect(now.members.map(({ value }) => value).sort()).toEqual(people.toSorted());
  });

  it('are found by name, shown without members where these are not wanted, and deleted', async () => {
    const { id } = await person();
    const body = { schemas: [GROUP], displayName: 'Class 1', members: [{ value: id }] };
    const group = await json<Resource>(await scim('POST', '/Groups', body));
    await call('PATCH', `/groups/${group.id}`, { roles: ['student'] });
    const path = '/Groups?filter=displayName%20eq%20%22Class%201%22&excludedAttributes=members';
    const found = await listed(path);
    expect(found.Resources).toHaveLength(1);
    expect(found.Resources[0]).not.toHaveProperty('members');

    expect((await scim('POST', '/Groups', body)).status).toBe(409);
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(404);
    expect(await json(await call('GET', `/users/${id}`))).toMatchObject({ group_roles: [] });
  });

  it('have users as members and nothing else', async () => {
    const unknown = '3f0bd4c6-6a8e-4c39-9a3c-9f1f6e6f0000';
    for (const members of [[{ value: unknown }], [{ value: 'x' }], ['x'], [{}]]) {
      const answer = await scim('POST', '/Groups', { displayName: 'Bad', members });
      expect([JSON.stringify(members), answer.status]).toEqual([JSON.stringify(members), 400]);
    }
    expect((await listed('/Groups?filter=displayName%20eq%20%22Bad%22')).totalResults).toBe(0);
  });
});

describe('the door', () => {
  it('is for the token of the operator alone, whoever else is an administrator', async () => {
    for (const token of ['wrong', await adminToken(auth.url)]) {
      const answer = await scim('GET', '/Users', undefined, token);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await json(answer)).toMatchObject({ status: '401' });
    }
    expect((await scim('POST', '/Users', { userName: 'a@b.example' }, 'x')).status).toBe(401);
  });

  it('tells what the server can do', async () => {
    const config = await json(await scim('GET', '/ServiceProviderConfig'));
    const types = await listed('/ResourceTypes');
    const schemas = await listed('/Schemas');

    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect(types.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    expect(schemas.Resources.map(({ id }) => id)).toEqual([USER, GROUP]);
  });
});

/** A whole sign-in at the client of the school. */
async function tokensOf(name: string, ask: { client_id: string; scope: string }) {
  const { code, pkce } = await authorize(auth.url, ask, { name });
  const answer = await postForm(
    auth.url + TOKEN_PATH,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'http://localhost:9999/callback',
      code_verifier: pkce.verifier,
    },
    {
      authorization: `Basic ${Buffer.from('school:school-secret-123456789abcdefghijklmnopqrst').toString('base64')}`,
    },
  );
  return json<{ access_token: string; scope: string }>(answer);
}
