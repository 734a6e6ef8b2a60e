import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../browser.js';
import { callCli } from '../command-line.js';
import { admin, adminToken, authorizeUrl, json, postForm } from '../flows.js';
import { REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';
import { samlKey } from '../upstream/saml-provider.js';

const SECRET = 'reports-secret-0123456789abcdefghijklmno';
const UPSTREAM_SECRET = 'the-secret-at-the-school';

let auth: RunningAuth;
let call: ReturnType<typeof admin>;
let folder: string;
beforeAll(async () => {
  auth = await startAuth();
  call = admin(auth.url, await adminToken(auth.url));
  folder = await mkdtemp(join(tmpdir(), 'declarations-'));
  await writeFile(join(folder, 'upstream-secret'), `${UPSTREAM_SECRET}\n`);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await auth.close();
});

const SAML = {
  ...{ entity_id: 'https://idp.example.org', sso_url: 'https://idp.example.org/sso' },
  certificates: ['AAAA'],
};

const reports = {
  client_id: 'reports',
  client_name: 'Reports',
  client_type: 'confidential',
  client_secret: { env: 'REPORTS_SECRET' },
  redirect_uris: ['https://reports.example.org/cb'],
  scopes: ['openid', 'reports'],
  claim_mappings: [{ claim: 'tier', group: 'Staff', value: 'gold' }],
};
const declared = () => ({
  scopes: [
    { name: 'reports', description: 'Read reports', roles: ['teacher'] },
    { name: 'write', description: 'Change your data' },
  ],
  groups: [{ name: 'Staff', roles: ['teacher'] }],
  clients: [reports],
  upstreams: [
    {
      ...{ id: 'school', name: 'The School', issuer: 'https://school.example.org' },
      ...{ client_id: 'us', client_secret: { file: join(folder, 'upstream-secret') } },
    },
  ],
});

async function apply(content: object, words: readonly string[] = [], secret = SECRET) {
  const file = join(folder, 'setup.json');
  // As Windows' editors write it: with a byte order mark.
  await writeFile(file, `\uFEFF${JSON.stringify(content)}`);
  const env = { ...process.env, ...auth.env, BOOTSTRAP_FILE: '', REPORTS_SECRET: secret };
  return callCli(env, ['apply', file, ...words]);
}

const tokens = (secret: string) =>
  postForm(
    `${auth.url}/oauth/token`,
    { grant_type: 'client_credentials', scope: 'reports' },
    { authorization: `Basic ${Buffer.from(`reports:${secret}`).toString('base64')}` },
  );

const signInPage = async () => (await new Browser(auth.url).get(authorizeUrl())).text;

/** Other replicas hear of changes a moment later. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a file of the operator', () => {
  it('is planned, and changes nothing then', async () => {
    const { code, out, err } = await apply(declared(), ['--plan']);

    expect(err).toBe('');
    expect(code).toBe(3);
    expect(out.trim().split('\n')).toEqual([
      '+ scope reports',
      '+ group Staff',
      '+ client reports',
      '+ upstream school',
      'To do: 4 created, 0 changed, 0 removed.',
    ]);
    expect((await call('GET', '/clients/reports')).status).toBe(404);
  });

  it('makes what it says, for the services that run, and nothing twice', async () => {
    const first = await apply(declared());
    const second = await apply(declared());
    const plan = await apply(declared(), ['--plan']);

    expect([first.code, second.code, plan.code]).toEqual([0, 0, 0]);
    expect(second.out).toBe('Nothing differs.\n');
    await until(async () => (await tokens(SECRET)).status === 200);
    await until(async () => (await signInPage()).includes('Sign in with The School'));
    const client = await json(await call('GET', '/clients/reports'));
    expect(client).toMatchObject({
      ...{ redirect_uris: reports.redirect_uris, scopes: reports.scopes, is_active: true },
      claim_mappings: reports.claim_mappings,
    });
    const { groups } = await json<{ groups: object[] }>(await call('GET', '/groups'));
    expect(groups).toEqual([expect.objectContaining({ name: 'Staff', roles: ['teacher'] })]);
    const stored = await auth.database.query<{ text: string }>(
      `SELECT c::text || u::text AS text FROM oauth_client c, upstream_provider u
       WHERE client_id = 'reports'`,
    );
    for (const secret of [SECRET, UPSTREAM_SECRET]) {
      expect(`${stored[0]?.text ?? ''}${first.out}`).not.toContain(secret);
    }
  });

  it('makes a provider of SAML, whose certificates it holds, and finds no difference then', async () => {
    const { certificate } = await samlKey();
    const saml = { ...SAML, certificates: [certificate] };
    const school = { id: 'saml-school', name: 'SAML school', saml, roles: { staff: ['teacher'] } };
    const content = { ...declared(), upstreams: [...declared().upstreams, school] };
    expect((await apply(content)).code).toBe(0);
    expect((await apply(content)).out).toBe('Nothing differs.\n');

    await until(async () => (await signInPage()).includes('Sign in with SAML school'));
    const metadata = await fetch(`${auth.url}/upstream/saml-school/metadata`);
    expect(await metadata.text()).toContain('/upstream/saml-school/acs');
    await apply(declared(), ['--prune']);
    await until(async () => !(await signInPage()).includes('SAML school'));
  });

  it('says what was changed elsewhere, and takes it back', async () => {
    await call('PATCH', '/clients/reports', { client_name: 'Renamed', require_factor: true });
    await call('PATCH', '/scopes/reports', { is_active: false });
    const plan = await apply(declared(), ['--plan']);
    await apply(declared());

    expect(plan.code).toBe(3);
    expect(plan.out).toContain('~ scope reports: is_active\n');
    expect(plan.out).toContain('~ client reports: client_name, require_factor\n');
    const client = await json(await call('GET', '/clients/reports'));
    expect(client).toMatchObject({ client_name: 'Reports' });
    expect(client).not.toHaveProperty('require_factor');
  });

  it('brings a new secret from where it refers to', async () => {
    const other = `another-${SECRET}`;
    const { out } = await apply(declared(), [], other);

    expect(out).toContain('~ client reports: client_secret\n');
    await until(async () => (await tokens(other)).status === 200);
    expect((await tokens(SECRET)).status).toBe(401);
  });

  it.each<[string, object, string]>([
    [
      'a member that is unknown',
      { clients: [{ ...reports, redirect: 'x' }] },
      'clients.0.redirect',
    ],
    ['a secret in the file', { clients: [{ ...reports, client_secret: SECRET }] }, 'client_secret'],
    [
      'a secret that is nowhere',
      { clients: [{ ...reports, client_secret: { env: 'NOWHERE' } }] },
      'the environment has no NOWHERE',
    ],
    ['one client twice', { clients: [reports, reports] }, 'clients has one twice'],
    [
      'an upstream without an issuer',
      { upstreams: [{ id: 'a', name: 'A', client_id: 'us' }] },
      'upstreams.0: needs an issuer',
    ],
    [
      'a provider of SAML whose metadata is in a file',
      { upstreams: [{ id: 'a', name: 'A', saml: { metadata_file: '/etc/passwd' } }] },
      'upstreams.0: saml: property metadata_file should not exist',
    ],
    [
      'a key of SAML, which would lie in the database',
      { upstreams: [{ id: 'a', name: 'A', saml: { ...SAML, signing: { key: SECRET } } }] },
      'upstreams.0: saml: property signing should not exist',
    ],
    [
      'a first-party client at an address of others',
      { clients: [{ ...reports, first_party: true, redirect_uris: ['http://localhost:1/cb'] }] },
      'cannot be first_party',
    ],
    [
      "a client of the server's own",
      { clients: [{ ...reports, client_id: 'sextant-console' }] },
      'sextant-console is taken by this server',
    ],
    ['nothing in the place of a client', { clients: [null] }, 'clients.0: must be an object'],
    ['nothing in the place of a scope', { scopes: [null] }, 'scopes.0: must be an object'],
    [
      'a text in the place of an upstream',
      { upstreams: ['school'] },
      'upstreams.0: must be an object',
    ],
    [
      'a secret that refers to nothing',
      { clients: [{ ...reports, client_secret: {} }] },
      'one of env and file is needed',
    ],
    ['a list in the place of a client', { clients: [[reports]] }, 'clients.0: must be an object'],
    [
      'what the database cannot hold',
      { clients: [{ ...reports, claim_mappings: [{ claim: 'tier', constant: 'a\0' }] }] },
      'the character NUL',
    ],
  ])('is refused as a whole for %s', async (_what, content, message) => {
    const group = { groups: [{ name: 'Never', roles: [] }] };
    const { code, err } = await apply({ ...group, ...content });

    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain(SECRET);
    expect(await json(await call('GET', '/groups'))).toMatchObject({ total: 1 });
  });

  it.each<[string, object, string]>([
    [
      'client',
      { clients: [{ ...reports, client_id: 'half-client' }] },
      `SELECT 1 FROM oauth_client WHERE client_id = 'half-client'`,
    ],
    [
      'group',
      { groups: [{ name: 'half-group', roles: [] }] },
      `SELECT 1 FROM user_group WHERE name = 'half-group'`,
    ],
    [
      'scope',
      { scopes: [{ name: 'half-scope', description: 'Half' }] },
      `SELECT 1 FROM oauth_scope WHERE scope_name = 'half-scope'`,
    ],
    [
      'upstream',
      {
        upstreams: [
          {
            id: 'half-upstream',
            name: 'Half',
            issuer: 'https://half.example.org',
            client_id: 'us',
          },
        ],
      },
      `SELECT 1 FROM upstream_provider WHERE id = 'half-upstream'`,
    ],
  ])('stores a %s whole or not at all', async (kind, content, stored) => {
    await auth.database.query(
      `ALTER TABLE declared_thing ADD CONSTRAINT unwritable CHECK (is_removed OR name NOT LIKE 'half%')`,
    );
    await expect(apply(content)).rejects.toThrow('unwritable');
    expect(await auth.database.query(stored)).toEqual([]);
    const records = `SELECT 1 FROM audit_record WHERE subject = 'half-${kind}'`;
    expect(await auth.database.query(records)).toEqual([]);
    await auth.database.query('ALTER TABLE declared_thing DROP CONSTRAINT unwritable');

    expect((await apply(content)).code).toBe(0);
    expect(await auth.database.query(stored)).toHaveLength(1);
    await apply({}, ['--prune']);
    await apply(declared());
  });

  it.each(['nothing', 'constructor'])('says at which client it was stopped: %s', async (scope) => {
    const client = { ...reports, client_id: 'wrong', scopes: [scope] };
    const { code, err } = await apply({ ...declared(), clients: [reports, client] });

    expect(code).toBe(1);
    expect(err).toContain(`client wrong: The scope ${scope} is not known.`);
  });

  it('removes what it has made and has no more, when it is told to, and nothing else', async () => {
    // It was there before the file, and is not the file's to remove.
    const spa = {
      ...{ client_id: 'spa', client_name: 'Single page', client_type: 'public' },
      ...{ redirect_uris: [REDIRECT_URI], scopes: ['openid'] },
    };
    await apply({ ...declared(), clients: [reports, spa] });
    const kept = await apply({});
    const active = await json(await call('GET', '/clients/reports'));
    const pruned = await apply({}, ['--prune']);
    const after = await apply({});

    expect(kept.out).toContain('? client reports');
    expect(active).toMatchObject({ is_active: true });
    expect(pruned.out).toContain('- client reports');
    expect(pruned.out).toContain('? client spa');
    expect(await json(await call('GET', '/clients/spa'))).toMatchObject({ is_active: true });
    expect(pruned.out).not.toContain('scope write');
    expect(after.out).toBe('Nothing differs.\n');
    expect(await json(await call('GET', '/clients/reports'))).toMatchObject({ is_active: false });
    expect(await json(await call('GET', '/scopes/write'))).toMatchObject({ is_active: true });
    expect(await json(await call('GET', '/clients/web'))).toMatchObject({ is_active: true });
    expect(await json(await call('GET', '/groups'))).toMatchObject({ total: 0 });
    await until(async () => !(await signInPage()).includes('Sign in with The School'));
  });
});
