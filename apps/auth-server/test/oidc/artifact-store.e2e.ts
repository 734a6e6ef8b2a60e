import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { PostgresArtifactStore } from '../../src/sessions/postgres-artifact-store.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

describe('what may be used once, on replicas whose clocks differ', () => {
  let auth: RunningAuth;
  let source: DataSource;
  let store: PostgresArtifactStore;
  beforeAll(async () => {
    auth = await startAuth();
    source = await new DataSource({ type: 'postgres', url: auth.database.url }).initialize();
    store = new PostgresArtifactStore(source);
  });
  afterAll(async () => {
    await source.destroy();
    await auth.close();
  });

  const NOW = new Date('2026-11-24T10:00:00.000Z');
  const EARLIER = new Date(NOW.getTime() - 5000);

  const stored = async (kind: string): Promise<Buffer> => {
    const id = randomBytes(32);
    const expiresAt = new Date(Date.now() + 60_000);
    await store.upsert({ id, kind, payload: {}, expiresAt });
    return id;
  };

  it('goes on once, however far behind the second clock is', async () => {
    const id = await stored('AuthorizationCode');

    expect(await store.consume(id, NOW)).toBe(true);
    expect(await store.consume(id, EARLIER)).toBe(false);
    expect(await store.consume(id, NOW)).toBe(false);
  });
});
