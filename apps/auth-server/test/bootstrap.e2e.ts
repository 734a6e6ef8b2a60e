import { describe, expect, it } from '@jest/globals';
import { testDatabase } from '@sextant/platform-testing';
import { tokensFor } from './flows.js';
import { startAuth, testKey } from './running-auth.js';

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

  it('with another key-encryption key fails, and says so, rather than make new keys', async () => {
    const database = await testDatabase();
    const first = await startAuth({ database });
    await first.close();

    await expect(startAuth({ database })).rejects.toThrow('KEY_ENCRYPTION_KEY');

    await database.drop();
  });
});
