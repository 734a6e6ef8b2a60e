import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FakeClock, testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { randomIds } from '@sextant/platform-runtime/clock';
import { CreateOutbox1763700000001, Outbox } from '@sextant/platform-events';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import type { DataSource } from 'typeorm';
import { DiskBlobs } from '@sextant/platform-data/blobs';
import { CreateVoices1764000000000 } from '../../src/cloning/create-voices.migration.js';
import { PostgresCloneStore } from '../../src/cloning/postgres-clone-store.js';
import { sweepBlobs } from '../../src/cloning/blob-sweep.js';
import type { Clone } from '../../src/cloning/clone.js';

const clock = new FakeClock('2026-01-01T00:00:00Z');
const ID = '3f0c2f6e-6c1b-4b41-9f5e-0d6a3f8e1a55';
let database: TestDatabase;
let source: DataSource;
let store: PostgresCloneStore;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-sweep-'));
  database = await testDatabase();
  source = await openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 2 },
    logger: silentLogger,
    app: 'speech',
    migrations: [CreateOutbox1763700000001, CreateVoices1764000000000],
  });
  const outbox = new Outbox({ source, app: 'speech', clock, ids: randomIds });
  store = new PostgresCloneStore(source, outbox, clock);
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('deletes files whose voice was never stored, and leaves those of voices', async () => {
  const blobs = new DiskBlobs(folder);
  const keys = ['voices/lost/sample', `voices/${ID}/sample`] as const;
  const [lost, kept] = keys;
  await store.reserve(keys);
  for (const key of keys) await blobs.put(key, Uint8Array.of(1));
  const clone: Clone = {
    id: ID,
    workspace: 'acme',
    displayName: 'Ada',
    gender: 'female',
    locale: 'en-US',
    engine: 'espeak-ng',
    engineVoice: 'en-us',
    rate: 1,
    pitch: 1,
    quality: 'parametric',
    sampleKey: kept,
    createdAt: new Date(clock.nowMs()),
  };
  const consent = {
    kind: 'declared',
    workspace: 'acme',
    voice_id: ID,
    actor: 'key',
    at: 'now',
  } as const;
  const added = await store.add(clone, { consent, blobKeys: [kept], limit: 1 });
  const second = { ...clone, id: ID.replace('3', '4') };
  const beyond = await store.add(second, { consent, blobKeys: [], limit: 1 });

  expect({ added, beyond }).toEqual({ added: true, beyond: false });
  expect(await sweepBlobs({ store, blobs }, clock)).toBe(0);
  clock.advance(11 * 60_000);
  expect(await sweepBlobs({ store, blobs }, clock)).toBe(1);
  expect(await blobs.get(lost)).toBeUndefined();
  expect(await blobs.get(kept)).toBeDefined();
  expect(await sweepBlobs({ store, blobs }, clock)).toBe(0);
});
