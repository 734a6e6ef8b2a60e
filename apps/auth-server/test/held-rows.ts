import { setTimeout } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import type { TestDatabase } from '@sextant/platform-testing';

/** Runs a function in a transaction on a connection of its own, while the server works. */
export async function besides<T>(
  { url }: Pick<TestDatabase, 'url'>,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    return await source.transaction(work);
  } finally {
    await source.destroy();
  }
}

/** Until so many statements wait for what another transaction holds, or for long enough. */
export async function waitForLocks(manager: EntityManager, count: number): Promise<void> {
  for (let times = 0; times < 100; times += 1) {
    const [row] = await manager.query<{ waiting: number }[]>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    if ((row?.waiting ?? 0) >= count) return;
    await setTimeout(20);
  }
}
