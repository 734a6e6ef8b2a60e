import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { freePort } from '@sextant/platform-testing';
import { Browser, newPkce, type Visit } from '../browser.js';
import { httpsServer, TestAuthority } from '../certificates.js';
import { allow, authorizeUrl, json, postForm, refresh, type TokenAnswer } from '../flows.js';
import { REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';
import { startProcess } from '../started-process.js';

const METADATA = '/.well-known/oauth-authorization-server';

interface Served {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

let authority: TestAuthority;
let site: Awaited<ReturnType<typeof httpsServer>>;
let auth: RunningAuth;
/** What stands at which path; anything else is an ordinary client. */
const served = new Map<string, Served>();
let fetched: string[] = [];

const idOf = (path: string): string => `${site.url}${path}`;
const ordinary = (path: string, more: object = {}): string =>
  JSON.stringify({
    ...{ client_id: idOf(path), client_name: '<i>Agent</i>', redirect_uris: [REDIRECT_URI] },
    ...{ token_endpoint_auth_method: 'none', grant_types: ['authorization_code', 'refresh_token'] },
    ...{ response_types: ['code'], ...more },
  });

beforeAll(async () => {
  authority = await TestAuthority.create();
  site = await httpsServer(authority, ({ url = '' }, response) => {
    fetched.push(url);
    const { status = 200, headers = {}, body = ordinary(url) } = served.get(url) ?? {};
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  auth = await startAuth({
    env: {
      CLIENT_ID_DOCUMENTS: site.host,
      FETCH_ALLOW: site.host,
      REGISTRATION_SCOPES: 'ipt:mint',
    },
    scopes: [{ name: 'ipt:mint', description: 'Mint' }],
    clients: [
      {
        ...{ client_id: idOf('/known.json'), client_name: 'Known' },
        ...{ redirect_uris: [REDIRECT_URI], scopes: ['openid'] },
      },
    ],
  });
});
afterAll(async () => {
  await auth.close();
  site.close();
});

const open = (path: string, parameters: Record<string, string> = {}): Promise<Visit> =>
  new Browser(auth.url).get(authorizeUrl({ client_id: idOf(path), scope: 'read', ...parameters }));

describe('a client whose id is the address of its metadata', () => {
  it('signs people in, who see where it is at home, and refreshes', async () => {
    const pkce = newPkce();
    const browser = new Browser(auth.url);
    const url = authorizeUrl({ client_id: idOf('/agent.json'), scope: 'read ipt:mint' }, pkce);
    const page = await browser.get(url);
    const { location = '' } = await allow(browser, page);
    const answer = await postForm(`${auth.url}/oauth/token`, {
      ...{ grant_type: 'authorization_code', client_id: idOf('/agent.json') },
      ...{ code: new URL(location).searchParams.get('code') ?? '', redirect_uri: REDIRECT_URI },
      code_verifier: pkce.verifier,
    });
    const tokens = await json<TokenAnswer>(answer);

    expect(page.text).toContain(`&lt;i&gt;Agent&lt;/i&gt; (${site.host})`);
    expect(tokens).toMatchObject({ scope: 'read ipt:mint', token_type: 'Bearer' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ client_id: idOf('/agent.json') });
    const renewed = await refresh(
      auth.url,
      tokens.refresh_token,
      { client_id: idOf('/agent.json') },
      {},
    );
    expect(renewed.status).toBe(200);
    // Once for all of that.
    expect(fetched.filter((path) => path === '/agent.json')).toHaveLength(1);
  });

  it('is among the applications of the person, and goes with its withdrawal', async () => {
    const browser = new Browser(auth.url);
    await allow(
      browser,
      await browser.get(authorizeUrl({ client_id: idOf('/mine.json'), scope: 'read' })),
    );
    const own = await browser.get('/account');
    await browser.post('/account/applications/withdraw', { client_id: idOf('/mine.json') });

    expect(own.text).toContain(`value="${idOf('/mine.json')}"`);
    expect((await browser.get('/account')).text).not.toContain(idOf('/mine.json'));
  });

  it('is announced, and unknown where nobody has switched it on', async () => {
    const plain = await startAuth({ env: { FETCH_ALLOW: site.host } });
    fetched = [];
    const refused = await new Browser(plain.url).get(
      authorizeUrl({ client_id: idOf('/off.json') }),
    );
    const metadata = await json(await fetch(plain.url + METADATA));
    await plain.close();

    expect(await json(await fetch(auth.url + METADATA))).toMatchObject({
      client_id_metadata_document_supported: true,
    });
    expect(metadata).not.toHaveProperty('client_id_metadata_document_supported');
    expect(refused.status).toBe(400);
    expect(fetched).toEqual([]);
  });

  it.each(['admin', 'write', 'introspect'])(
    'gets nothing that clients which register themselves may not have: %s',
    async (scope) => {
      const { location = '' } = await open('/greedy.json', { scope });

      expect(new URL(location).searchParams.get('error')).toBe('invalid_scope');
    },
  );

  it('is the one that an administrator has made, where there is such a client', async () => {
    fetched = [];
    expect((await open('/known.json', { scope: 'openid' })).text).toContain('Known');
    await auth.database.query(
      `UPDATE oauth_client SET is_active = false WHERE client_name = 'Known'`,
    );
    await auth.database.query(`NOTIFY auth_server_changes, 'clients'`);
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await open('/known.json', { scope: 'openid' })).status === 400) break;
    }

    expect((await open('/known.json', { scope: 'openid' })).status).toBe(400);
    expect(fetched.length).toBeLessThanOrEqual(1);
  });
});

describe('a document that is hostile', () => {
  it.each<[string, (path: string) => Served]>([
    ['has another client_id', () => ({ body: ordinary('/somebody-else.json') })],
    ['is huge', (path) => ({ body: ordinary(path, { padding: 'x'.repeat(6000) }) })],
    [
      'says that it is small, and is not',
      (path) => ({
        headers: { 'transfer-encoding': 'chunked' },
        body: ordinary(path, { padding: 'x'.repeat(100_000) }),
      }),
    ],
    ['leads elsewhere', () => ({ status: 302, headers: { location: idOf('/agent.json') } })],
    ['is not there', () => ({ status: 404 })],
    ['is no JSON', () => ({ body: '<html>' })],
    ['is a list', () => ({ body: '[]' })],
    ['has a secret', (path) => ({ body: ordinary(path, { client_secret: 'x'.repeat(43) }) })],
    [
      'needs a secret',
      (path) => ({
        body: ordinary(path, { token_endpoint_auth_method: 'client_secret_basic' }),
      }),
    ],
    [
      'has a script as its logo',
      (path) => ({
        body: ordinary(path, { logo_uri: 'javascript:alert(1)' }),
      }),
    ],
    [
      'redirects to a script',
      (path) => ({
        body: ordinary(path, { redirect_uris: ['javascript:alert(1)'] }),
      }),
    ],
    [
      'acts for itself',
      (path) => ({
        body: ordinary(path, {
          token_endpoint_auth_method: 'private_key_jwt',
          jwks_uri: idOf('/keys.json'),
          grant_types: ['client_credentials'],
          response_types: [],
        }),
      }),
    ],
    ['gives itself a workspace', (path) => ({ body: ordinary(path, { workspace: 'house' }) })],
    ['gives itself token exchange', (path) => ({ body: ordinary(path, { token_exchange: true }) })],
    [
      'gives itself long tokens',
      (path) => ({
        body: ordinary(path, { access_token_lifetime: 3600 }),
      }),
    ],
    [
      'wants the scope of administrators',
      (path) => ({
        body: ordinary(path, { scope: 'openid admin' }),
      }),
    ],
  ])('is no client: it %s', async (what, serve) => {
    const path = `/${encodeURIComponent(what)}.json`;
    served.set(path, serve(path));
    const refused = await open(path);

    expect(refused.status).toBe(400);
    expect(refused.text).not.toContain('name="password"');
    expect(fetched).toContain(path);
  });

  it.each([
    ['without TLS', 'http://127.0.0.1/client.json'],
    ['by a longer path than anybody needs', `https://127.0.0.1/${'x'.repeat(500)}`],
  ])('is not fetched %s', async (_where, client_id) => {
    fetched = [];
    expect((await new Browser(auth.url).get(authorizeUrl({ client_id }))).status).toBe(400);
    expect(fetched).toEqual([]);
  });

  it('is not fetched at a host that is not listed', async () => {
    const narrow = await startAuth({
      env: { CLIENT_ID_DOCUMENTS: 'apps.example.org', FETCH_ALLOW: site.host },
    });
    fetched = [];
    const client_id = idOf('/unlisted.json');
    const refused = await new Browser(narrow.url).get(authorizeUrl({ client_id }));
    await narrow.close();

    expect(refused.status).toBe(400);
    expect(fetched).toEqual([]);
  });

  // In a process of its own: the engine's guard against private addresses does not run within Jest.
  it('is not fetched at a private address that nobody has allowed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-documents-'));
    await writeFile(join(folder, 'ca.pem'), authority.pem);
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const ask = async (env: Record<string, string>): Promise<number> => {
      const child = await startProcess(
        {
          ...{ PORT: port, HOST: '127.0.0.1', ISSUER: url, DATABASE_URL: auth.database.url },
          KEY_ENCRYPTION_KEY: auth.env['KEY_ENCRYPTION_KEY'] ?? '',
          ...{ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), CLIENT_ID_DOCUMENTS: '*', ...env },
        },
        url,
      );
      const { status } = await new Browser(url).get(
        authorizeUrl({ client_id: idOf('/private.json'), scope: 'read' }),
      );
      child.kill('SIGTERM');
      await once(child, 'exit');
      return status;
    };
    fetched = [];

    expect(await ask({})).toBe(400);
    expect(fetched).toEqual([]);
    expect(await ask({ FETCH_ALLOW: site.host })).toBe(200);
    expect(fetched).toEqual(['/private.json']);
    await rm(folder, { recursive: true });
  });

  it('makes us fetch nothing else for knowing it', async () => {
    const path = '/sector.json';
    served.set(path, {
      body: ordinary(path, { sector_identifier_uri: idOf('/redirects.json') }),
    });
    served.set('/redirects.json', { body: JSON.stringify([REDIRECT_URI]) });
    fetched = [];

    for (let tries = 0; tries < 3; tries += 1) expect((await open(path)).status).toBe(400);
    expect(fetched).toEqual([path]);
  });

  it('makes us fetch so often a minute and no more', async () => {
    const strict = await startAuth({
      env: { CLIENT_ID_DOCUMENTS: '*', FETCH_ALLOW: site.host },
    });
    fetched = [];
    for (let tries = 0; tries < 70; tries += 1) {
      await new Browser(strict.url).get(authorizeUrl({ client_id: idOf(`/flood-${tries}.json`) }));
    }
    await strict.close();

    expect(fetched).toHaveLength(60);
  });
});
