import { describe, expect, it } from '@jest/globals';
import { testDatabase } from '@sextant/platform-testing';
import { json, postForm, tokensFor } from './flows.js';
import { passwordOf, startAuth, testKey } from './running-auth.js';

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

  it('with another key-encryption key fails, and says so, rather than make new keys', async () => {
    const database = await testDatabase();
    const first = await startAuth({ database });
    await first.close();

    await expect(startAuth({ database })).rejects.toThrow('KEY_ENCRYPTION_KEY');

    await database.drop();
  });
});
