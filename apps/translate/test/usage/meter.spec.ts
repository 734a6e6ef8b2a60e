import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock, randomIds } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { CreateUsage1763700000011 } from '../../src/usage/create-usage.migration.js';
import { PostgresUsageLedger } from '../../src/usage/postgres-usage-ledger.js';
import { Meter } from '../../src/usage/meter.js';
import type { UsageLedger } from '../../src/usage/usage-ledger.js';
import { QuotaSettings } from '../../src/usage/quota.settings.js';
import type { UsageRecord } from '../../src/usage/usage.js';

const QUOTAS = new QuotaSettings({ characterLimit: 1000, freeCharacterLimit: 50 });

let database: TestDatabase;
let source: DataSource;
let clock: FakeClock;
let ledger: PostgresUsageLedger;
let meter: Meter;
let keyId: string;
let owner: string;

beforeAll(async () => {
  database = await testDatabase();
  source = await openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 8 },
    logger: silentLogger,
    app: 'translate',
    migrations: [CreateUsage1763700000011],
  });
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

beforeEach(() => {
  clock = new FakeClock('2026-03-31T23:59:00Z');
  ledger = new PostgresUsageLedger(source, QUOTAS);
  meter = meterOn(ledger);
  keyId = randomUUID();
  owner = `org-${randomUUID()}`;
});

const meterOn = (on: UsageLedger) => new Meter(on, clock, randomIds, { counted: () => undefined });
const record = (characters: number, changes: Partial<UsageRecord> = {}): UsageRecord => ({
  owner,
  keyId,
  plan: 'pro',
  operation: 'text_translation',
  customTag: '',
  characters,
  ...changes,
});
const used = async () => (await meter.balance(owner, keyId, 'pro')).accountCharacters;
const quotaExceeded = { code: 'quota_exceeded', status: 456 };

describe('counting', () => {
  it('adds up what comes at the same time, in few transactions', async () => {
    let batches = 0;
    const counting = new PostgresUsageLedger(source, QUOTAS);
    const meters = [0, 1].map(() =>
      meterOn({
        store: (batch) => ((batches += 1), counting.store(batch)),
        balance: (request) => counting.balance(request),
        setKeyLimits: (id, limits) => counting.setKeyLimits(id, limits),
        keyLimits: (ids) => counting.keyLimits(ids),
        sweepBatches: (before) => counting.sweepBatches(before),
      }),
    );

    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        await meters[index % 2]?.record(record(3));
      }),
    );

    expect(await used()).toBe(300);
    expect(batches).toBeLessThan(20);
  });

  it('counts once when the answer to a commit was lost', async () => {
    let isFirst = true;
    const lossy = meterOn({
      store: async (batch) => {
        const accepted = await ledger.store(batch);
        if (isFirst) {
          isFirst = false;
          throw new Error('connection lost');
        }
        return accepted;
      },
      balance: (request) => ledger.balance(request),
      setKeyLimits: (id, limits) => ledger.setKeyLimits(id, limits),
      keyLimits: (ids) => ledger.keyLimits(ids),
      sweepBatches: (before) => ledger.sweepBatches(before),
    });

    await lossy.record(record(10));

    expect(await used()).toBe(10);
  });

  it('fails, and counts nothing, while the database is away', async () => {
    const broken = meterOn({
      store: () => Promise.reject(new Error('away')),
      balance: (request) => ledger.balance(request),
      setKeyLimits: (id, limits) => ledger.setKeyLimits(id, limits),
      keyLimits: (ids) => ledger.keyLimits(ids),
      sweepBatches: (before) => ledger.sweepBatches(before),
    });

    await expect(broken.record(record(10))).rejects.toThrow('away');
    expect(await used()).toBe(0);
  });

  it('keeps days, operations, tags and keys apart', async () => {
    await meter.record(record(1));
    await meter.record(record(2, { customTag: 'shop' }));
    await meter.record(record(4, { operation: 'text_improvement' }));
    clock.advance(120_000);
    await meter.record(record(8));

    const rows = await database.query<{ characters: string }>(
      'SELECT characters FROM usage_by_day WHERE owner = $1 ORDER BY characters',
      [owner],
    );
    expect(rows.map(({ characters }) => Number(characters))).toEqual([1, 2, 4, 8]);
  });
});

describe('quotas', () => {
  it('of an account are for all of its keys together', async () => {
    await meter.record(record(990));

    await expect(meter.record(record(11, { keyId: randomUUID() }))).rejects.toMatchObject(
      quotaExceeded,
    );
    await meter.record(record(10, { keyId: randomUUID() }));
    expect(await used()).toBe(1000);
  });

  it('are never exceeded by requests at the same time, on two replicas', async () => {
    const replicas = [meter, meterOn(new PostgresUsageLedger(source, QUOTAS))];

    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, index) => {
        await replicas[index % 2]?.record(record(30));
      }),
    );

    const accepted = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(accepted).toHaveLength(33);
    expect(await used()).toBe(990);
  });

  it('of the free plan are its own', async () => {
    await meter.record(record(900));

    await meter.record(record(50, { plan: 'free' }));
    await expect(meter.record(record(1, { plan: 'free' }))).rejects.toMatchObject(quotaExceeded);
  });

  it('of a key count from the next request on', async () => {
    await meter.record(record(10));
    await meter.require(record(0), 100);

    await ledger.setKeyLimits(keyId, { characters: 15 });
    meter.forgetBalances();

    await expect(meter.require(record(0), 6)).rejects.toMatchObject(quotaExceeded);
    await expect(meter.record(record(6))).rejects.toMatchObject(quotaExceeded);
    await meter.record(record(5));
    await ledger.setKeyLimits(keyId, { characters: null });
    await meter.record(record(100));
  });

  it('of 0 allow nothing but texts without characters', async () => {
    await ledger.setKeyLimits(keyId, { characters: 0 });

    await meter.record(record(0));
    await expect(meter.record(record(1))).rejects.toMatchObject(quotaExceeded);
  });

  it('begin anew with each calendar month, UTC', async () => {
    await meter.record(record(1000));
    await expect(meter.require(record(0), 1)).rejects.toMatchObject(quotaExceeded);

    clock.advance(60_000);

    expect(await meter.balance(owner, keyId, 'pro')).toMatchObject({
      accountCharacters: 0,
      period: { start: new Date('2026-04-01'), end: new Date('2026-05-01') },
    });
    await meter.record(record(1000));
  });

  it('do not keep others out who are in the same batch', async () => {
    const outcomes = await Promise.allSettled([
      meter.record(record(1)),
      meter.record(record(2000)),
      meter.record(record(2)),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await used()).toBe(3);
  });
});
