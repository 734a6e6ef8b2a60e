import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { ConfigError } from '@sextant/platform-runtime/config';
import { createLogger, silentLogger } from '@sextant/platform-runtime/logging';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { observeDatabase } from './database-metrics.js';
import { openDataSource, PostgresProbe, PreparedStatements, unavailableDatabase } from './index.js';

/** Slow on purpose, so that two replicas that did not wait for each other would both run it. */
class CreateThings1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(0.3)');
    await runner.query('CREATE TABLE things (id integer PRIMARY KEY)');
  }

  async down(): Promise<void> {
    return Promise.resolve();
  }
}

class Broken1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE half (id integer)');
    await runner.query('SELECT no_such_function()');
  }

  async down(): Promise<void> {
    return Promise.resolve();
  }
}

/** Keeps the time-out that migrations run under. */
class ShowTimeout1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "CREATE TABLE seen_timeout AS SELECT current_setting('statement_timeout') AS value",
    );
  }

  async down(): Promise<void> {
    return Promise.resolve();
  }
}

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

const open = (migrations: (new () => MigrationInterface)[]) =>
  openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 4 },
    logger: silentLogger,
    app: 'demo',
    migrations,
  });

describe('openDataSource', () => {
  it('migrates once when three replicas start together', async () => {
    const sources = await Promise.all([1, 2, 3].map(() => open([CreateThings1700000000000])));

    const rows = await database.query<{ count: string }>('SELECT count(*) FROM migrations');
    expect(rows[0]?.count).toBe('1');
    await Promise.all(sources.map((source) => source.destroy()));
  });

  it('tries a password that is refused once, and names the setting without it', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'hunter2';
    const lines: string[] = [];
    const logger = createLogger({
      ...{
        name: 'demo',
        level: 'debug' as const,
        destination: { write: (line) => lines.push(line) },
      },
    });
    const opened = openDataSource({
      ...{ config: { databaseUrl: wrong.href, databasePoolSize: 1 }, logger, app: 'demo' },
      migrations: [],
    });

    await expect(opened).rejects.toThrow(ConfigError);
    await expect(opened).rejects.toThrow(
      /^(?![\s\S]*hunter2)[\s\S]*DATABASE_URL: PostgreSQL refuses its user or password: .* \(28P01\)/,
    );
    expect(lines).toEqual([]);
  });

  it('shows the newest migration, whether it is known here, and the clock of the server', async () => {
    const shown = async (migrations: (new () => MigrationInterface)[]) => {
      const metrics = new Metrics('demo');
      const config = { databaseUrl: database.url, databasePoolSize: 4 };
      const source = await openDataSource({
        ...{ config, logger: silentLogger, app: 'demo', migrations, metrics },
      });
      const page = await metrics.registry.metrics();
      await source.destroy();
      return page;
    };

    const page = await shown([CreateThings1700000000000]);

    expect(page).toContain(
      'database_schema_info{migration="CreateThings1700000000000",known="true",app="demo"} 1',
    );
    const [, ahead] = /^database_clock_ahead_seconds\{app="demo"\} (\S+)$/m.exec(page) ?? [];
    // The server is on this machine.
    expect(Math.abs(Number(ahead))).toBeLessThan(60);
    // A version before, as after a rollback.
    expect(await shown([])).toContain('known="false"');
  });

  it('takes a slow answer for no clock that is wrong', async () => {
    const metrics = new Metrics('demo');
    const slow = {
      migrations: [],
      query: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return [{ schema: null, now: String(Date.now() / 1000) }];
      },
    };

    observeDatabase(slow as unknown as DataSource, metrics);

    const page = await metrics.registry.metrics();
    expect(page).toContain('database_clock_ahead_seconds{app="demo"} 0\n');
  });

  it('leaves nothing behind of a migration that fails, and frees the lock', async () => {
    const both = [CreateThings1700000000000, Broken1700000000001];

    await expect(open(both)).rejects.toThrow('no_such_function');

    const half = await database.query("SELECT to_regclass('half') AS found");
    expect(half).toEqual([{ found: null }]);
    const again = await open([CreateThings1700000000000]);
    await again.destroy();
  });
});

describe('migrations', () => {
  it('may take longer than statements may, also those of another replica', async () => {
    const source = await open([]);
    const [limits] = await source.query<{ statement_timeout: string }[]>('SHOW statement_timeout');
    await source.destroy();

    const slow = await open([ShowTimeout1700000000002]);

    const [seen] = await database.query<{ value: string }>('SELECT value FROM seen_timeout');
    expect(limits).toEqual({ statement_timeout: '20s' });
    expect(seen).toEqual({ value: '0' });
    await slow.destroy();
  });
});

describe('an outage', () => {
  const isSleeping = async () => {
    const rows = await database.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    return rows.length > 0;
  };

  it('is a 503 for callers and "down" for the probe, and ends by itself', async () => {
    const source = await open([CreateThings1700000000000]);
    const probe = new PostgresProbe(source);
    expect(await probe.check()).toEqual({ status: 'up' });

    const running = source.query('SELECT pg_sleep(5)').catch((error: unknown) => error);
    while (!(await isSleeping())) await new Promise((resolve) => setTimeout(resolve, 10));
    await database.disconnectAll();

    expect(unavailableDatabase(await running)).toMatchObject({ status: 503, code: 'unavailable' });
    // The pool may hand out one more connection that has not noticed yet.
    await source.query('SELECT 1').catch(() => undefined);
    expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await source.destroy();
    expect(await probe.check()).toMatchObject({ status: 'down' });
  });

  it('is recognised when nothing listens', async () => {
    const source = new DataSource({ type: 'postgres', url: 'postgres://127.0.0.1:1/none' });

    const error = await source.initialize().catch((reason: unknown) => reason);

    expect(unavailableDatabase(error)).toMatchObject({ status: 503 });
  });

  it.each(['40P01', '40001'])('is told from two that wait for each other (%s): later', (code) => {
    expect(unavailableDatabase({ code })).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
    });
  });

  it('is not confused with a mistake in a statement', async () => {
    const source = await open([]);

    const error: unknown = await source.query('SELEKT 1').catch((reason: unknown) => reason);

    expect(unavailableDatabase(error)).toBeUndefined();
    expect(unavailableDatabase('text')).toBeUndefined();
    await source.destroy();
  });
});

describe('PreparedStatements', () => {
  it('are planned once a connection and answer rows', async () => {
    const source = await open([]);
    const statements = new PreparedStatements(source);
    const add = (a: number, b: number) =>
      statements.rows<{ sum: number }>('add', 'SELECT $1::int + $2::int AS sum', [a, b]);

    expect(await add(1, 2)).toEqual([{ sum: 3 }]);
    expect(await add(3, 4)).toEqual([{ sum: 7 }]);

    const prepared = await source.query<unknown[]>(
      `SELECT statement FROM pg_prepared_statements WHERE name = 'add'`,
    );
    expect(prepared).toHaveLength(1);
    await source.destroy();
  });

  it('fail as unavailable while the database is away', async () => {
    const source = await open([]);
    const statements = new PreparedStatements(source);
    await source.query('SELECT 1');

    await database.disconnectAll();
    const failure = await statements.rows('one', 'SELECT 1', []).catch((error: unknown) => error);
    await source.destroy();

    const isRecognised = failure instanceof Error && unavailableDatabase(failure) !== undefined;
    // A pool may notice in time and open another connection: then there is nothing to recognise.
    expect(Array.isArray(failure) || isRecognised).toBe(true);
  });
});
