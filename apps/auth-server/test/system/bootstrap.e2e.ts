import { describe, expect, it } from '@jest/globals';
import { testDatabase } from '@sextant/platform-testing';
import { json, postForm, tokensFor } from '../flows.js';
import { passwordOf, startAuth, testKey } from '../running-auth.js';

describe('the first start', () => {
  it('of two replicas at once stores people, clients and keys once', async () => {
    const database = await testDatabase();
    const env = { KEY_ENCRYPTION_KEY: testKey() };

    const replicas = await Promise.all([
      startAuth({ database, env }),
      startAuth({ database, env }),
    ]);

    const [users] = await database.query<{ count: string }>('SELECT count(*) FROM auth_user');
    const keys = await database.query(
      `SELECT 1 FROM signing_key WHERE stage IN ('current', 'next')`,
    );
    expect(users?.count).toBe('3');
    expect(keys).toHaveLength(6);
    for (const { url } of replicas) expect(await tokensFor(url)).toHaveProperty('access_token');
    await Promise.all(replicas.map((replica) => replica.close()));
    await database.drop();
  });

  describe('with scopes of the siblings in the file', () => {
    const REPORTER = {
      client_id: 'reporter',
      client_secret: 'reporter-secret-0123456789abcdefghijklmno',
      client_name: 'Reporter',
      redirect_uris: [],
      scopes: ['read', 'reports', 'reports:admin'],
    };
    const identity = {
      authorization: `Basic ${Buffer.from(`reporter:${REPORTER.client_secret}`).toString('base64')}`,
    };
    const start = () =>
      startAuth({
        clients: [REPORTER],
        scopes: [
          { name: 'reports', description: 'Read reports' },
          { name: 'reports:admin', description: 'Administer reports' },
        ],
      });
    const login = (url: string, name: string) =>
      postForm(`${url}/auth/token`, {
        grant_type: 'password',
        username: name,
        password: passwordOf(name),
        scope: 'reports:admin',
      });

    it('gives them to clients and administrators, and :admin to administrators alone', async () => {
      const auth = await start();
      const machine = (scope: string) =>
        postForm(`${auth.url}/oauth/token`, { grant_type: 'client_credentials', scope }, identity);

      const granted = await json(await machine('reports'));
      const refused = await json(await machine('reports:admin'));
      const ada = await json(await login(auth.url, 'ada'));
      const grace = await json(await login(auth.url, 'grace'));
      await auth.close();

      expect(granted).toMatchObject({ scope: 'reports' });
      expect(refused).toMatchObject({ error: 'invalid_scope' });
      expect(ada).toMatchObject({ scope: 'reports:admin' });
      expect(grace).toMatchObject({ error: 'invalid_scope' });
    });
  });

  it('gives new addresses to the clients that follow the file: a gateway may move to another port', async () => {
    const database = await testDatabase();
    const env = { KEY_ENCRYPTION_KEY: testKey() };
    const file = (port: number) => ({
      database,
      env,
      clients: [
        {
          client_id: 'pages',
          client_name: 'Pages',
          redirect_uris: [`http://localhost:${port}/inbox`],
          scopes: ['openid'],
          follows_file: true,
          metadata: { post_logout_redirect_uris: [`http://localhost:${port}/inbox`] },
        },
      ],
    });
    const before = await startAuth(file(8080));
    await before.close();

    const after = await startAuth(file(9090));
    await after.close();

    const stored = await database.query(
      "SELECT redirect_uris, metadata FROM oauth_client WHERE client_id = 'pages'",
    );
    const both = ['http://localhost:8080/inbox', 'http://localhost:9090/inbox'];
    expect(stored).toEqual([
      { redirect_uris: both, metadata: { post_logout_redirect_uris: both } },
    ]);
    await database.drop();
  });

  it('after an upgrade gives new scopes to the clients that follow the file, and to no other', async () => {
    const database = await testDatabase();
    const env = { KEY_ENCRYPTION_KEY: testKey() };
    const client = (id: string, scopes: readonly string[], follows_file: boolean) => ({
      client_id: id,
      client_secret: `${id}-secret-0123456789abcdefghijklmnopqrs`,
      client_name: id,
      redirect_uris: [],
      scopes,
      follows_file,
    });
    const file = (scopes: readonly string[]) => ({
      database,
      env,
      scopes: scopes.slice(1).map((name) => ({ name, description: name })),
      clients: [client('follower', scopes, true), client('settled', scopes, false)],
    });
    const before = await startAuth(file(['read']));
    await before.close();

    const after = await startAuth(file(['read', 'reports']));
    const scopesOf = async (id: string) => {
      const [row] = await database.query<{ scopes: string[] }>(
        `SELECT scopes FROM oauth_client WHERE client_id = '${id}'`,
      );
      return row?.scopes;
    };

    expect(await scopesOf('follower')).toEqual(['read', 'reports']);
    expect(await scopesOf('settled')).toEqual(['read']);
    await after.close();
    await database.drop();
  });

  it('with another key-encryption key fails, and says so, rather than make new keys', async () => {
    const database = await testDatabase();
    const first = await startAuth({ database });
    await first.close();

    await expect(startAuth({ database })).rejects.toThrow('KEY_ENCRYPTION_KEY');

    await database.drop();
  });
});
