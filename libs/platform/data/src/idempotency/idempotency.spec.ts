import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '../postgres/index.js';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import type { DataSource } from 'typeorm';
import {
  CreateIdempotency1763800000000,
  fingerprintOf,
  Idempotency,
  MemoryIdempotencyStore,
  PostgresIdempotencyStore,
  type IdempotencyStore,
} from './index.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await testDatabase();
  source = await openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 5 },
    logger: silentLogger,
    app: 'idempotency',
    migrations: [CreateIdempotency1763800000000],
  });
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const STORES: readonly (readonly [string, () => IdempotencyStore])[] = [
  ['in memory', () => new MemoryIdempotencyStore()],
  ['in PostgreSQL', () => new PostgresIdempotencyStore(source)],
];

describe.each(STORES)('Idempotency, keys %s', (_name, open) => {
  const request = { scope: 'user-1 POST /things', key: 'k', fingerprint: fingerprintOf({ a: 1 }) };
  let clock: FakeClock;
  let store: IdempotencyStore;
  let idempotency: Idempotency;
  let runs: number;

  beforeEach(async () => {
    await source.query('DELETE FROM idempotency_key');
    clock = new FakeClock('2026-01-01T00:00:00Z');
    store = open();
    idempotency = new Idempotency(store, clock);
    runs = 0;
  });

  const work = () => Promise.resolve({ run: (runs += 1) });

  it('does the work once and gives its result again', async () => {
    const first = await idempotency.run(request, work);
    const second = await idempotency.run(request, work);

    expect(first).toEqual({ result: { run: 1 }, isReplay: false });
    expect(second).toEqual({ result: { run: 1 }, isReplay: true });
  });

  it('keeps keys of different scopes apart', async () => {
    await idempotency.run(request, work);

    const other = await idempotency.run({ ...request, scope: 'user-2 POST /things' }, work);

    expect(other.result).toEqual({ run: 2 });
  });

  it('refuses the key with another request', async () => {
    await idempotency.run(request, work);

    const other = idempotency.run({ ...request, fingerprint: fingerprintOf({ a: 2 }) }, work);

    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused', status: 422 });
  });

  it('lets one of many that come at once do the work', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
    const slow = async () => {
      runs += 1;
      await gate;
      return {};
    };

    const refusals: unknown[] = [];
    const refuse = (refusal: unknown): void => {
      if (refusals.push(refusal) === 9) open(undefined);
    };
    const all = Array.from({ length: 10 }, () => idempotency.run(request, slow).catch(refuse));
    await Promise.all(all);

    expect(runs).toBe(1);
    expect(refusals[8]).toMatchObject({ code: 'idempotency_key_in_use', status: 409 });
  });

  it('lets a request whose work failed try again', async () => {
    const failing = idempotency.run(request, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');

    expect((await idempotency.run(request, work)).result).toEqual({ run: 1 });
  });

  it('takes over from a process that died, when its lock has run out', async () => {
    await new Promise<void>((begun) => {
      void idempotency.run(request, () => {
        begun();
        return new Promise(() => undefined);
      });
    });
    await expect(idempotency.run(request, work)).rejects.toMatchObject({ status: 409 });

    clock.advance(60_001);

    expect((await idempotency.run(request, work)).result).toEqual({ run: 1 });
  });

  it('gives a result of null again', async () => {
    await idempotency.run(request, () => Promise.resolve(null));

    expect(await idempotency.run(request, work)).toEqual({ result: null, isReplay: true });
  });

  it('counts a key as new after a day, and sweeps it away', async () => {
    await idempotency.run(request, work);
    clock.advance(86_400_001);

    expect((await idempotency.run(request, work)).result).toEqual({ run: 2 });
    clock.advance(86_400_001);
    expect(await store.sweep(new Date(clock.nowMs()))).toBe(1);
    expect(await store.sweep(new Date(clock.nowMs()))).toBe(0);
  });

  it.each(['', 'a'.repeat(256), 'ä', 'a\nb'])('refuses the key %j', async (key) => {
    await expect(idempotency.run({ ...request, key }, work)).rejects.toMatchObject({ status: 400 });
    expect(runs).toBe(0);
  });
});
