import { randomBytes } from 'node:crypto';
import { silentLogger } from '@sextant/platform-logging';
import { testDatabase } from '@sextant/platform-testing';
import { openMongoStorage } from '../src/storage/mongo/mongo-storage.js';
import { openPostgresStorage } from '../src/storage/postgres/postgres-storage.js';
import type { Storage } from '../src/storage/storage.js';

/** A storage of one test file, empty at first. */
export interface TestStorage {
  readonly storage: Storage;
  /** What the service needs to use the same. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function postgresTestStorage(): Promise<TestStorage> {
  const database = await testDatabase();
  const config = { databaseUrl: database.url, databasePoolSize: 10 };
  const storage = await openPostgresStorage(config, silentLogger);
  return {
    storage,
    env: { DATABASE_URL: database.url },
    close: async () => {
      await storage.close();
      await database.drop();
    },
  };
}

export const mongoServer = process.env['MONGODB_URI'];

export async function mongoTestStorage(): Promise<TestStorage> {
  const url = new URL(mongoServer ?? '');
  url.pathname = `/test_${randomBytes(8).toString('hex')}`;
  const storage = await openMongoStorage(url.href, 10);
  return { storage, env: { MONGODB_URI: url.href }, close: () => storage.close() };
}

/** Every storage, with the condition under which it can be had. */
export const STORAGES = [
  { name: 'PostgreSQL', open: postgresTestStorage, isThere: true },
  {
    name: 'MongoDB, needs MONGODB_URI',
    open: mongoTestStorage,
    isThere: mongoServer !== undefined,
  },
] as const;
