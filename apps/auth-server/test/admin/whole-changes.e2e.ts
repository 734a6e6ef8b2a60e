import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { admin, adminToken, json, tokensFor } from '../flows.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

const SCIM_TOKEN = 'the-token-of-the-directory';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

let auth: RunningAuth;
let call: ReturnType<typeof admin>;
const ids = { user: '', client: '', scope: '', group: '', session: '' };

const scim = (method: string, path: string, body?: object) =>
  fetch(`${auth.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${SCIM_TOKEN}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** From now on the table can be read and not written, as on a disk that is full. */
async function fill(table: string): Promise<void> {
  await auth.database.query(
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
  );
  await auth.database.query(
    `CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${table}
     FOR EACH STATEMENT EXECUTE FUNCTION no_room()`,
  );
}

const makeRoom = () => auth.database.query('DROP FUNCTION IF EXISTS no_room() CASCADE');

/** All rows of all tables. */
async function stored(): Promise<Record<string, unknown>> {
  const tables = await auth.database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['audit_record', 'auth_user', 'directory_user', 'oidc_artifact']),
  );
  const rows = tables.map(async ({ name }) => [
    name,
    await auth.database.query(`SELECT to_jsonb(one) AS row FROM "${name}" one ORDER BY 1`),
  ]);
  return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown>;
}

beforeAll(async () => {
  auth = await startAuth({ env: { SCIM_TOKEN } });
  call = admin(auth.url, await adminToken(auth.url));
  await tokensFor(auth.url, {}, 'alan');
  const { users } = await json<{ users: { id: string }[] }>(await call('GET', '/users?q=alan'));
  ids.user = users[0]!.id;
  const { sessions } = await json<{ sessions: { sid: string }[] }>(
    await call('GET', `/users/${ids.user}/sessions`),
  );
  ids.session = sessions[0]!.sid;
  await auth.database.query('INSERT INTO recovery_code (user_id, digest) VALUES ($1, $2)', [
    ids.user,
    Buffer.alloc(32),
  ]);
  ids.client = 'web';
  ids.scope = 'read';
  const group = await scim('POST', '/Groups', { schemas: [`${CORE}:Group`], displayName: 'Staff' });
  ids.group = (await json<{ id: string }>(group)).id;
});
afterAll(() => auth.close());
beforeEach(makeRoom);

const NEW_CLIENT = {
  client_name: 'New',
  client_type: 'confidential',
  redirect_uris: ['https://new.example/callback'],
  scopes: ['read'],
};

describe('a change without its audit record', () => {
  it.each<[string, () => Promise<Response>]>([
    [
      'a new user',
      () =>
        call('POST', '/users', {
          username: 'newcomer',
          email: 'newcomer@example.org',
          password: passwordOf('newcomer'),
        }),
    ],
    ['a changed user', () => call('PATCH', `/users/${ids.user}`, { name: 'Another' })],
    ['a new password', () => call('PATCH', `/users/${ids.user}`, { password: passwordOf('x') })],
    ['a deactivated user', () => call('DELETE', `/users/${ids.user}`)],
    ['an ended session', () => call('DELETE', `/users/${ids.user}/sessions/${ids.session}`)],
    ['all ended sessions', () => call('DELETE', `/users/${ids.user}/sessions`)],
    ['second factors taken away', () => call('DELETE', `/users/${ids.user}/factors`)],
    ['a new client', () => call('POST', '/clients', NEW_CLIENT)],
    ['a changed client', () => call('PATCH', `/clients/${ids.client}`, { client_name: 'Other' })],
    ['a new secret', () => call('POST', `/clients/${ids.client}/secret`)],
    ['a deactivated client', () => call('DELETE', `/clients/${ids.client}`)],
    ['a new scope', () => call('POST', '/scopes', { scope_name: 'new', description: 'New' })],
    ['a changed scope', () => call('PATCH', `/scopes/${ids.scope}`, { description: 'Other' })],
    ['a deactivated scope', () => call('DELETE', `/scopes/${ids.scope}`)],
    ['roles of a group', () => call('PATCH', `/groups/${ids.group}`, { roles: ['teacher'] })],
    ['rotated keys', () => call('POST', '/keys/rotate?algorithm=ES256')],
    [
      'a group of the directory',
      () => scim('POST', '/Groups', { schemas: [`${CORE}:Group`], displayName: 'Newcomers' }),
    ],
    ['a deleted group', () => scim('DELETE', `/Groups/${ids.group}`)],
  ])('does not happen: %s', async (_what, change) => {
    const before = await stored();
    await fill('audit_record');

    const refused = await change();
    await makeRoom();

    expect(refused.status).toBe(503);
    expect(await stored()).toEqual(before);
  });

  it('happens when it is asked for again', async () => {
    await fill('audit_record');
    expect((await call('PATCH', '/clients/web', { client_name: 'Again' })).status).toBe(503);
    await makeRoom();

    expect((await call('PATCH', '/clients/web', { client_name: 'Again' })).status).toBe(200);
    expect(await json(await call('GET', '/clients/web'))).toMatchObject({ client_name: 'Again' });
  });
});

describe('a user of a directory that cannot be kept whole', () => {
  const wanted = {
    schemas: [`${CORE}:User`],
    userName: 'mona@school.example',
    externalId: 'ext-mona',
    emails: [{ value: 'mona@school.example', primary: true }],
    password: passwordOf('mona'),
    active: true,
  };

  it('is not created at all, so that the directory’s retry creates and manages it', async () => {
    const before = await stored();
    await fill('directory_user');

    const refused = await scim('POST', '/Users', wanted);
    await makeRoom();

    expect(refused.status).toBe(503);
    expect(await stored()).toEqual(before);
    const made = await scim('POST', '/Users', wanted);
    expect(made.status).toBe(201);
    expect(await json(made)).toMatchObject({ userName: wanted.userName, externalId: 'ext-mona' });
  });

  it('is not changed by half', async () => {
    const filter = encodeURIComponent(`userName eq "${wanted.userName}"`);
    const found = await json<{ Resources: { id: string }[] }>(
      await scim('GET', `/Users?filter=${filter}`),
    );
    const path = `/Users/${found.Resources[0]!.id}`;
    const before = await stored();
    await fill('audit_record');

    const moved = { ...wanted, userName: 'lisa@school.example', displayName: 'Lisa' };
    const refused = await scim('PUT', path, moved);
    await makeRoom();

    expect(refused.status).toBe(503);
    expect(await stored()).toEqual(before);
  });
});
