import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock, randomIds, secureRandom } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import type { DataSource } from 'typeorm';
import {
  ApiKeys,
  CreateApiKeys1763700000000,
  hasScope,
  isWellFormed,
  mask,
  PostgresApiKeyStore,
} from './index.js';

let database: TestDatabase;
let source: DataSource;
let clock: FakeClock;
let keys: ApiKeys;

/** Another replica: its own cache, the same database. */
const replica = () =>
  new ApiKeys({
    store: new PostgresApiKeyStore(source),
    clock,
    ids: randomIds,
    random: secureRandom,
  });

beforeAll(async () => {
  database = await testDatabase();
  source = await openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 4 },
    logger: silentLogger,
    app: 'demo',
    migrations: [CreateApiKeys1763700000000],
  });
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

beforeEach(() => {
  clock = new FakeClock('2026-01-01T00:00:00Z');
  keys = replica();
});

/** A connection of the pool that was cut off fails once before it is replaced. */
async function connectAgain(): Promise<void> {
  const isUp = () =>
    source.query('SELECT 1').then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const request = { owner: 'acme', label: 'first', scopes: ['translate'] };

describe('a new key', () => {
  it('has a prefix, 36 base62 characters and a checksum', async () => {
    const { secret } = await keys.create(request);

    expect(secret).toMatch(/^sxt_[0-9A-Za-z]{36}$/);
    expect(isWellFormed(secret)).toBe(true);
  });

  it('can end in a suffix that tells clients its plan', async () => {
    const { key, secret } = await keys.create({ ...request, suffix: 'fx' });

    expect(secret).toMatch(/^sxt_[0-9A-Za-z]{36}:fx$/);
    expect(await keys.verify(secret)).toMatchObject({ id: key.id });
    expect(await keys.verify(secret.slice(0, -3))).toBeUndefined();
  });

  it('is masked but for its first and last characters', async () => {
    const { key, secret } = await keys.create(request);

    expect(key.masked).toBe(mask(secret));
    expect(key.masked).toMatch(/^sxt_.{4}\.\.\..{4}$/);
  });

  it('is stored as a hash only', async () => {
    const { secret } = await keys.create(request);

    const rows = await database.query('SELECT * FROM api_keys');

    expect(JSON.stringify(rows)).not.toContain(secret.slice(8, -4));
    expect(JSON.stringify(await keys.list('acme'))).not.toContain('hash');
  });
});

describe('isWellFormed', () => {
  it.each([0, 5, 20, 39])('notices a changed character at %i', async (index) => {
    const { secret } = await keys.create(request);
    const changed = secret[index] === 'A' ? 'B' : 'A';

    expect(isWellFormed(secret.slice(0, index) + changed + secret.slice(index + 1))).toBe(false);
  });

  it.each(['', 'sxt_', 'x'.repeat(40), `sxt_${'é'.repeat(36)}`])('refuses %j', (text) => {
    expect(isWellFormed(text)).toBe(false);
  });
});

describe('verify', () => {
  it('gives the key with its owner and scopes', async () => {
    const { secret } = await keys.create(request);

    expect(await replica().verify(secret)).toMatchObject({ owner: 'acme', scopes: ['translate'] });
  });

  it('knows nothing of a well-formed secret that was never issued', async () => {
    const { secret } = await keys.create(request);
    await database.query('DELETE FROM api_keys');

    expect(await replica().verify(secret)).toBeUndefined();
  });

  it('refuses an expired key from the very millisecond on', async () => {
    const { secret } = await keys.create({ ...request, expiresAt: new Date(clock.nowMs() + 1000) });

    clock.advance(999);
    expect(await keys.verify(secret)).toBeDefined();
    clock.advance(1);
    expect(await keys.verify(secret)).toBeUndefined();
  });

  it('refuses a revoked key at once here, and within five seconds on another replica', async () => {
    const { key, secret } = await keys.create(request);
    const other = replica();
    await other.verify(secret);

    const revoked = await keys.revoke('acme', key.id);

    expect(revoked.revokedAt).toEqual(new Date(clock.nowMs()));
    expect(await keys.verify(secret)).toBeUndefined();
    clock.advance(5001);
    expect(await other.verify(secret)).toBeUndefined();
  });

  it('does not cache what was read before a revocation', async () => {
    const { key, secret } = await keys.create(request);
    const store = new PostgresApiKeyStore(source);
    const slow = {
      insert: store.insert.bind(store),
      find: store.find.bind(store),
      list: store.list.bind(store),
      revoke: store.revoke.bind(store),
      rename: store.rename.bind(store),
      findByHash: async (hash: Buffer) => {
        const found = await store.findByHash(hash);
        await revoked.promise;
        return found;
      },
    };
    const revoked = Promise.withResolvers<undefined>();
    const racing = new ApiKeys({ store: slow, clock, ids: randomIds, random: secureRandom });

    const before = racing.verify(secret);
    await new Promise((resolve) => setImmediate(resolve));
    await racing.revoke('acme', key.id);
    revoked.resolve(undefined);
    await before;

    expect(await racing.verify(secret)).toBeUndefined();
  });

  it('gives no hash away', async () => {
    const { secret } = await keys.create(request);

    expect(await keys.verify(secret)).not.toHaveProperty('hash');
  });

  it('asks the database once for many requests at the same time', async () => {
    const { secret } = await keys.create(request);
    const store = new PostgresApiKeyStore(source);
    let queries = 0;
    store.findByHash = (hash) => {
      queries += 1;
      return new PostgresApiKeyStore(source).findByHash(hash);
    };
    const counted = new ApiKeys({ store, clock, ids: randomIds, random: secureRandom });

    const found = await Promise.all(Array.from({ length: 20 }, () => counted.verify(secret)));

    expect(found.every((key) => key?.owner === 'acme')).toBe(true);
    expect(queries).toBe(1);
  });

  it('goes on with cached keys while the database is away', async () => {
    const { secret } = await keys.create(request);
    await keys.verify(secret);

    await database.disconnectAll();

    expect(await keys.verify(secret)).toMatchObject({ owner: 'acme' });
    await connectAgain();
  });
});

describe('hasScope', () => {
  it('tells what a key may do', async () => {
    const { key } = await keys.create(request);

    expect([hasScope(key, 'translate'), hasScope(key, 'admin')]).toEqual([true, false]);
  });
});

describe('adopt', () => {
  it('stores a known secret once, however often it is called', async () => {
    const { secret } = await keys.create({ ...request, owner: 'other' });
    await database.query('DELETE FROM api_keys');

    await keys.adopt({ ...request, owner: 'first-run' }, secret);
    await replica().adopt({ ...request, owner: 'first-run' }, secret);

    expect(await keys.list('first-run')).toHaveLength(1);
    expect(await keys.verify(secret)).toMatchObject({ owner: 'first-run' });
  });

  it('refuses what is not a key', async () => {
    await expect(keys.adopt(request, 'password')).rejects.toMatchObject({
      code: 'api_key_malformed',
    });
  });
});

describe('administration', () => {
  it('renames and gets keys', async () => {
    const { key } = await keys.create(request);

    await keys.rename('acme', key.id, 'second');

    expect(await keys.get('acme', key.id)).toMatchObject({ id: key.id, label: 'second' });
  });

  it.each(['another owner', 'a malformed id', 'an unknown id'])(
    'answers 404 for %s',
    async (what) => {
      const { key } = await keys.create(request);
      const owner = what === 'another owner' ? 'mallory' : 'acme';
      const ids: Record<string, string> = {
        'another owner': key.id,
        'a malformed id': '7',
        'an unknown id': randomIds.next(),
      };
      const id = ids[what] ?? '';

      const notFound = { code: 'api_key_not_found', status: 404 };
      await expect(keys.get(owner, id)).rejects.toMatchObject(notFound);
      await expect(keys.revoke(owner, id)).rejects.toMatchObject(notFound);
      await expect(keys.rename(owner, id, 'x')).rejects.toMatchObject(notFound);
    },
  );
});
