import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { freePorts } from '@sextant/platform-testing/free-ports';
import { APPS, ended, launchApp } from '../app-process.js';
import { load } from '../replicas/load.js';
import { hasPrevious, previousVersion } from './previous.js';
import { found, TRADES, type Trade } from './trades.js';
import { VersionProcess, type App } from './version-process.js';

jest.setTimeout(900_000);

const PER_SECOND = 10;

let database: TestDatabase;
let place: string;
let trade: Trade;
let processes: VersionProcess[];

beforeEach(async () => {
  database = await testDatabase();
  place = mkdtempSync(join(tmpdir(), 'sextant-versions-'));
  processes = [];
});
afterEach(async () => {
  for (const one of processes) one.kill();
  await trade.close();
  await database.drop();
  rmSync(place, { recursive: true, force: true });
});

/** Asks a service all the time, for a second at least. @returns what failed, when it is told to end */
function keepAsking(app: App, url: string): () => Promise<readonly unknown[]> {
  let isOver = false;
  const ask = [{ app, ask: () => trade.ask(url) }];
  const asking = load(ask, PER_SECOND, (sent) => isOver && sent >= PER_SECOND);
  return async () => {
    isOver = true;
    return (await asking).failures;
  };
}

const migrations = async () => {
  const rows = await database.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
};

/** All migrations of this version. */
async function allMigrations(app: App): Promise<readonly string[]> {
  const scratch = await testDatabase();
  try {
    const env = { DATABASE_URL: scratch.url, MONGODB_URI: '' };
    const { code, output } = await ended(launchApp(app, ['migrate'], env));
    if (code !== 0) throw new Error(output);
    const rows = await scratch.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  } finally {
    await scratch.drop();
  }
}

/** From now on a migration fails that comes after so many others, in its middle. */
async function letMigrationsFailAfter(count: number): Promise<void> {
  await database.query(`CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM migrations) >= ${count} THEN
        RAISE EXCEPTION 'refused by the test';
      END IF;
    END $$`);
  await database.query('CREATE EVENT TRIGGER refuse ON ddl_command_end EXECUTE FUNCTION refuse()');
}

(hasPrevious ? describe : describe.skip).each(APPS)(
  'the version of %s before and this one (needs the history of git, or SEXTANT_PREVIOUS)',
  (app) => {
    let previous: string;
    beforeAll(() => {
      previous = previousVersion();
    });
    beforeEach(async () => {
      trade = await TRADES[app]();
    });

    async function processOf(root: string, name: string): Promise<VersionProcess> {
      const [port = 0] = await freePorts(1);
      const env = {
        ...{ HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: database.url },
        ...{ EVENTS_SPOOL_DIR: join(place, name), ...trade.settings },
      };
      const made = new VersionProcess(root, app, env, place);
      processes.push(made);
      return made;
    }

    it('serve together from one database, and either goes on without the other', async () => {
      const older = await processOf(previous, 'older');
      const newer = await processOf(workspaceRoot(), 'newer');
      await older.start();
      await trade.write(older.url, 'older-first');
      const before = await migrations();

      const stopAsking = keepAsking(app, older.url);
      await newer.start();
      const after = await migrations();
      expect(await found(trade, newer.url, 'older-first')).toBe(true);
      await trade.write(newer.url, 'newer-beside');
      await trade.write(older.url, 'older-beside');
      expect(await found(trade, older.url, 'newer-beside')).toBe(true);
      expect(await found(trade, newer.url, 'older-beside')).toBe(true);
      expect(await stopAsking()).toEqual([]);
      expect(after.length).toBeGreaterThan(before.length);

      // On: the older one goes, and what waits in it is taken over.
      trade.pause(true);
      await trade.write(older.url, 'older-last');
      expect(await older.stop()).toBe(0);
      trade.pause(false);
      expect(await found(trade, newer.url, 'older-last')).toBe(true);
      await trade.write(newer.url, 'newer-alone');
      expect(await found(trade, newer.url, 'newer-alone')).toBe(true);

      // Back: the older one starts on the tables of the newer one.
      trade.pause(true);
      await trade.write(newer.url, 'newer-last');
      expect(await newer.stop()).toBe(0);
      trade.pause(false);
      await older.start();
      for (const name of [
        'older-first',
        'newer-beside',
        'older-last',
        'newer-alone',
        'newer-last',
      ]) {
        expect(await found(trade, older.url, name)).toBe(true);
      }
      await trade.write(older.url, 'older-again');
      expect(await found(trade, older.url, 'older-again')).toBe(true);
      expect(await migrations()).toEqual(after);
    });

    it('are not in each other’s way when a migration fails: the older one serves on, and the newer one starts when its cause is gone', async () => {
      const older = await processOf(previous, 'older');
      const newer = await processOf(workspaceRoot(), 'newer');
      const all = await allMigrations(app);
      const last = all.at(-1) ?? '';
      await older.start();
      await trade.write(older.url, 'older-first');
      await letMigrationsFailAfter(all.length - 1);

      const stopAsking = keepAsking(app, older.url);
      const code = await newer.run();
      await trade.write(older.url, 'older-after');
      expect(await found(trade, older.url, 'older-after')).toBe(true);
      expect(await stopAsking()).toEqual([]);
      expect(code).toBe(1);
      expect(newer.output).toContain('"start.failed"');
      expect(newer.output).toContain(`The migration ${last} failed: refused by the test`);
      expect(await migrations()).toEqual(all.slice(0, -1));

      await database.query('DROP EVENT TRIGGER refuse');
      await newer.start();

      expect(await migrations()).toEqual(all);
      expect(await found(trade, newer.url, 'older-after')).toBe(true);
      expect(await found(trade, older.url, 'older-first')).toBe(true);
    });
  },
);
