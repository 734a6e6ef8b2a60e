import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { admin, adminToken, authorize, isActive, json, tokensFor, userinfo } from '../flows.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';
import { DIRECTORIES, type Known, type Sent } from './directory-records.js';

const TOKEN = 'the-token-of-the-directory';

let auth: RunningAuth;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  auth = await startAuth({ env: { SCIM_TOKEN: TOKEN } });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(() => auth.close());

const send = ({ method, path, body }: Sent): Promise<Response> =>
  fetch(`${auth.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Directories take any answer of success. */
async function sent(request: Sent): Promise<Record<string, unknown> & { readonly id: string }> {
  const answer = await send(request);
  const body = await json<Record<string, unknown> & { id: string }>(answer);
  expect([answer.ok, answer.ok ? '' : body]).toEqual([true, '']);
  return body;
}

let people = 0;
const somebody = (directory: string): Known => {
  people += 1;
  const userName = `${directory.toLowerCase().replaceAll(/[^a-z]/g, '')}${people}@school.example`;
  return {
    ...{ externalId: `ext-${people}`, userName, email: userName },
    ...{ givenName: 'Per', familyName: `Son ${people}` },
  };
};

/** Makes somebody who can sign in here. */
async function employed(directory: (typeof DIRECTORIES)[number]) {
  const person = somebody(directory.name);
  const { id } = await sent(directory.create(person));
  const { username } = await json<{ username: string }>(await call('GET', `/users/${id}`));
  await call('PATCH', `/users/${id}`, { password: passwordOf(username) });
  return { id, username, person };
}

const userRow = async (id: string) =>
  (
    await auth.database.query<{ email: string; name: string; is_active: boolean }>(
      'SELECT email, name, given_name, family_name, is_active FROM auth_user WHERE id = $1',
      [id],
    )
  )[0];
const membersOf = async (group: string) =>
  (
    await auth.database.query<{ user_id: string }>(
      'SELECT user_id FROM user_group_member WHERE group_id = $1 ORDER BY 1',
      [group],
    )
  ).map(({ user_id }) => user_id);
const rolesInToken = async (username: string) =>
  decodeJwt((await tokensFor(auth.url, {}, username)).access_token)['roles'];

describe.each(DIRECTORIES.map((directory) => [directory.name, directory] as const))(
  '%s',
  (_name, directory) => {
    it('finds whom it has made, and nobody else', async () => {
      const { id, person } = await employed(directory);
      await employed(directory);
      const other = somebody(directory.name);

      for (const path of directory.lookups(person)) {
        const found = await sent({ method: 'GET', path });
        const ids = (found['Resources'] as { id: string }[]).map((one) => one.id);
        expect([path, ids, found['totalResults']]).toEqual([path, [id], 1]);
      }
      for (const path of directory.lookups(other)) {
        expect(await sent({ method: 'GET', path })).toMatchObject({ totalResults: 0 });
      }
    });

    it('renames somebody, which the next token tells', async () => {
      const { id, username, person } = await employed(directory);
      const renamed = { ...person, familyName: 'Other', email: `new-${person.email}` };

      await sent(directory.rename(id, renamed));

      expect(await userRow(id)).toMatchObject({
        ...{ email: renamed.email, name: 'Per Other', given_name: 'Per', family_name: 'Other' },
        is_active: true,
      });
      const { access_token } = await tokensFor(auth.url, {}, username);
      expect(decodeJwt(access_token)).toMatchObject({ userName: 'Per Other' });
      expect(await json(await userinfo(auth.url, access_token))).toMatchObject({
        ...{ email: renamed.email, family_name: 'Other' },
      });
    });

    it('locks somebody out, whose tokens end, and lets them in again', async () => {
      const { id, username, person } = await employed(directory);
      const { access_token } = await tokensFor(auth.url, {}, username);

      expect(await sent(directory.deactivate(id, person))).toMatchObject({ active: false });
      expect(await userRow(id)).toMatchObject({ is_active: false });
      expect(await isActive(auth.url, access_token)).toBe(false);
      await expect(authorize(auth.url, {}, { name: username })).rejects.toThrow('No redirect');

      expect(await sent(directory.reactivate(id, person))).toMatchObject({ active: true });
      expect(await userRow(id)).toMatchObject({ is_active: true });
      expect(await rolesInToken(username)).toEqual([]);
    });

    it('moves people into a group and out of it, with the roles of their next tokens', async () => {
      const [ada, bob, eve] = [
        await employed(directory),
        await employed(directory),
        await employed(directory),
      ];
      const name = `Staff ${ada.username}`;
      const group = (await sent(directory.createGroup(name))).id;
      await call('PATCH', `/groups/${group}`, { roles: ['teacher'] });

      await sent(directory.add(group, [ada.id]));
      expect(await membersOf(group)).toEqual([ada.id]);
      expect(await rolesInToken(ada.username)).toEqual(['teacher']);

      await sent(directory.add(group, [bob.id, eve.id]));
      expect(await membersOf(group)).toEqual([ada.id, bob.id, eve.id].sort());

      await sent(directory.remove(group, [ada.id]));
      expect(await membersOf(group)).toEqual([bob.id, eve.id].sort());
      expect(await rolesInToken(ada.username)).toEqual([]);
      expect(await rolesInToken(eve.username)).toEqual(['teacher']);

      await sent(directory.remove(group, [bob.id, eve.id, ada.id]));
      expect(await membersOf(group)).toEqual([]);
      expect(await rolesInToken(eve.username)).toEqual([]);

      await sent(directory.add(group, [ada.id, bob.id]));
      await sent(directory.replace(group, name, [bob.id, eve.id]));
      expect(await membersOf(group)).toEqual([bob.id, eve.id].sort());
      expect(await rolesInToken(ada.username)).toEqual([]);
      expect(await rolesInToken(eve.username)).toEqual(['teacher']);

      await sent(directory.renameGroup(group, `${name} renamed`));
      expect(await membersOf(group)).toEqual([bob.id, eve.id].sort());
      const filter = encodeURIComponent(`displayName eq "${name} renamed"`);
      const path = `/Groups?excludedAttributes=members&filter=${filter}`;
      expect(await sent({ method: 'GET', path })).toMatchObject({
        Resources: [{ id: group, displayName: `${name} renamed` }],
      });
    });
  },
);

describe('what a directory asks to see', () => {
  it('are the attributes of RFC 7644, section 3.9, in every answer', async () => {
    const [entra] = DIRECTORIES;
    const { id, person } = await employed(entra!);
    const user = await sent({ method: 'GET', path: `/Users/${id}?attributes=userName` });
    expect(Object.keys(user).sort()).toEqual(['id', 'schemas', 'userName']);

    const patched = await sent({
      ...entra!.rename(id, person),
      path: `/Users/${id}?attributes=name.givenName,emails.value`,
    });
    expect(patched).toEqual({
      schemas: expect.any(Array),
      id,
      name: { givenName: 'Per' },
      emails: [{ value: person.email }],
    });

    const group = await sent({
      ...entra!.createGroup('Attributes'),
      path: '/Groups?excludedAttributes=members,meta',
    });
    expect(group).not.toHaveProperty('meta');
    expect(group).toMatchObject({ displayName: 'Attributes', externalId: 'ext-Attributes' });
  });

  it('is whether somebody is in a group', async () => {
    const [entra] = DIRECTORIES;
    const [inside, outside] = [await employed(entra!), await employed(entra!)];
    const group = (await sent(entra!.createGroup('Asked'))).id;
    await sent(entra!.add(group, [inside.id]));
    const asks = async (member: string) => {
      const filter = encodeURIComponent(`id eq "${group}" and members eq "${member}"`);
      return sent({ method: 'GET', path: `/Groups?filter=${filter}&attributes=id` });
    };

    expect(await asks(inside.id)).toMatchObject({ totalResults: 1, Resources: [{ id: group }] });
    expect(await asks(outside.id)).toMatchObject({ totalResults: 0 });
    expect(await asks('nobody')).toMatchObject({ totalResults: 0 });
  });

  it('is nothing where two comparisons contradict each other', async () => {
    const { person } = await employed(DIRECTORIES[0]!);
    const filters = [
      `userName eq "${person.userName}" and userName eq "other"`,
      `emails[type eq "home"].value eq "${person.email}"`,
    ];

    for (const filter of filters) {
      const path = `/Users?filter=${encodeURIComponent(filter)}`;
      expect([filter, await sent({ method: 'GET', path })]).toEqual([
        filter,
        expect.objectContaining({ totalResults: 0, Resources: [] }),
      ]);
    }
  });
});

describe('a directory that does not say whether somebody is active', () => {
  it('leaves it as it is', async () => {
    const okta = DIRECTORIES.find(({ name }) => name === 'Okta')!;
    const { id, person } = await employed(okta);
    await sent(okta.deactivate(id, person));
    const whole = okta.rename(id, person);
    const body = { ...whole.body, active: undefined };

    expect(await sent({ ...whole, body })).toMatchObject({ active: false });
    expect(await userRow(id)).toMatchObject({ is_active: false });
  });
});
