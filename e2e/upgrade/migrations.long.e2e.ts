import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { createInterface } from 'node:readline';
import { APPS, ended, launchApp } from '../app-process.js';

jest.setTimeout(600_000);

const ROUNDS = 3;

let database: TestDatabase;

const place = mkdtempSync(join(tmpdir(), 'sextant-migrations-'));
afterAll(() => rmSync(place, { recursive: true }));

beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

/** Replicas of relay share what was answered, and nothing else. */
const spoolDir = () => mkdtempSync(join(place, 'spool-'));

const migrationsDone = async () => {
  const rows = await database.query<{ name: string }>('SELECT name FROM migrations');
  return rows.map(({ name }) => name);
};

/** Waits until a service says that it has started. */
async function started(child: ReturnType<typeof launchApp>) {
  const end = ended(child);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"started"')) return { child, end };
  }
  throw new Error((await end).output);
}

describe.each(APPS)('the tables of %s', (app) => {
  const launch = (args: readonly string[], env: Record<string, string> = {}) =>
    launchApp(app, args, { DATABASE_URL: database.url, MONGODB_URI: '', ...env });

  it('are made by a command, once, which ends; the service starts without making any', async () => {
    const missing = await ended(launch([], { DATABASE_MIGRATE: 'false' }));
    const both = await Promise.all([launch(['migrate']), launch(['migrate'])].map(ended));
    const done = await migrationsDone();
    const again = await ended(launch(['migrate']));
    const service = await started(launch([], { DATABASE_MIGRATE: 'false' }));
    service.child.kill('SIGTERM');

    expect(missing.code).toBe(1);
    expect(missing.output).toContain(`Migrations are missing (${done[0] ?? ''}`);
    expect(missing.output).toContain('Run \\"main.js migrate\\" first.');
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const told = both.flatMap(({ output }) => [...output.matchAll(/"migration":"(\w+)"/g)]);
    expect(told.map(([, name]) => name)).toEqual(done);
    expect(done.length).toBeGreaterThan(2);
    expect(again.code).toBe(0);
    expect(again.output).not.toContain('postgres.migrated');
    expect((await service.end).code).toBe(0);
    expect(await migrationsDone()).toEqual(done);
  });

  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    'are made once when three replicas start at once on nothing: round %s',
    async () => {
      const replicas = await Promise.all(
        [1, 2, 3].map(() => started(launch([], { EVENTS_SPOOL_DIR: spoolDir() }))),
      );
      for (const { child } of replicas) child.kill('SIGTERM');
      const ends = await Promise.all(replicas.map(({ end }) => end));

      const done = await migrationsDone();
      const told = ends.flatMap(({ output }) => [...output.matchAll(/"migration":"(\w+)"/g)]);
      expect(told.map(([, name]) => name)).toEqual(done);
      expect(new Set(done).size).toBe(done.length);
      expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    },
  );

  it('are none where no database is named, and the command says so', async () => {
    const { code, output } = await ended(launch(['migrate'], { DATABASE_URL: '' }));

    // relay may be without.
    const told = app === 'relay' ? 'migrate.no_database' : 'DATABASE_URL';
    expect(output).toContain(told);
    expect(code === 0).toBe(app === 'relay');
  });
});
