import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomIds, systemClock } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { CreateOutbox1763700000001, Outbox } from '../src/index.js';

const SUBJECTS = 20;
/** Moments of a round in which a process may die: before each event of two batches of ten, and after each batch. */
const MOMENTS = 22;

/** @param kills how many processes are killed before one may publish the rest */
export function describeKills(kills: number): void {
  // A process that dies has published two batches at most; so many are there for each.
  const events = kills + 2;
  let database: TestDatabase;
  let source: DataSource;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'outbox-'));
    database = await testDatabase();
    source = await openDataSource({
      config: { databaseUrl: database.url, databasePoolSize: 4 },
      logger: silentLogger,
      app: 'demo',
      migrations: [CreateOutbox1763700000001],
    });
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  describe('kill -9 of a publishing process', () => {
    it('loses nothing and keeps the order of each subject, however often it happens', async () => {
      const outbox = new Outbox({ source, app: 'demo', clock: systemClock, ids: randomIds });
      for (let n = 1; n <= events; n += 1) {
        await source.transaction(async (manager) => {
          for (let subject = 0; subject < SUBJECTS; subject += 1) {
            const event = {
              type: 'org.sextant.demo.happened',
              subject: `s${subject}`,
              data: { n },
            };
            await outbox.add(manager, 'demo-events', event);
          }
        });
      }
      const file = join(folder, 'published');

      for (let kill = 0; kill < kills; kill += 1) {
        const moment = Math.floor(Math.random() * MOMENTS);
        expect(await publishInAnotherProcess(database.url, file, moment)).toBe('SIGKILL');
        expect(await outbox.pending()).toBeGreaterThan(0);
      }
      expect(await publishInAnotherProcess(database.url, file)).toBe(null);

      expect(await outbox.pending()).toBe(0);
      const published = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as [string, number]);
      for (let subject = 0; subject < SUBJECTS; subject += 1) {
        const numbers = published.filter(([key]) => key === `s${subject}`).map(([, n]) => n);
        expect(firstSeen(numbers)).toEqual(Array.from({ length: events }, (_unused, n) => n + 1));
      }
    });
  });
}

/** Each number once, where it came first: a batch whose end was not recorded is published again. */
const firstSeen = (numbers: readonly number[]): number[] => [...new Set(numbers)];

async function publishInAnotherProcess(
  databaseUrl: string,
  file: string,
  moment?: number,
): Promise<string | null> {
  const script = join(workspaceRoot(), 'libs/platform/events/test/crashing-worker.mjs');
  const child = spawn(process.execPath, [script, databaseUrl, file, String(moment)], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}
