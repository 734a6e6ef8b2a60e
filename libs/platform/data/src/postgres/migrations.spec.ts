import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger, type Logger } from '@sextant/platform-runtime/logging';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { migrateCommand, migrateDatabase, openDataSource } from './index.js';

abstract class Undone implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  async down(): Promise<void> {
    return Promise.resolve();
  }
}

class CreateThings1700000000000 extends Undone {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE things (id integer PRIMARY KEY)');
  }
}

class CreateOthers1700000000001 extends Undone {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE others (id integer PRIMARY KEY)');
  }
}

class NameThings1700000000002 extends Undone {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE things ADD COLUMN name text');
  }
}

const LOCK_MS = 100;
const OLD = [CreateThings1700000000000];
const NEW = [...OLD, NameThings1700000000002];

let database: TestDatabase;
let held: Client;

beforeEach(async () => {
  database = await testDatabase();
  held = new Client({ connectionString: database.url });
  await held.connect();
});
afterEach(async () => {
  await held.end();
  await database.drop();
});

const settingsOf = (
  migrations: (new () => MigrationInterface)[],
  logger: Logger = silentLogger,
) => ({
  config: { databaseUrl: database.url, databasePoolSize: 4 },
  ...{ app: 'demo', lockTimeoutMs: LOCK_MS, logger, migrations },
});

const columns = async () => {
  const rows = await database.query<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_name = 'things'",
  );
  return rows.map(({ column_name: name }) => name).sort();
};

/** A logger that calls when a migration has given way. */
const whenHeldUp = (then: () => void) => ({
  ...silentLogger,
  warn: (event: string) => {
    if (event === 'postgres.migration_held_up') then();
  },
});

describe('a migration of a table that is in use', () => {
  beforeEach(async () => {
    await migrateDatabase(settingsOf(OLD));
    await held.query('BEGIN');
    await held.query('SELECT * FROM things');
  });

  it('gives way to those who come after it, and is made when the table is free', async () => {
    const read: Promise<unknown>[] = [];
    const done = migrateDatabase(
      settingsOf(
        NEW,
        whenHeldUp(() => {
          // Behind a migration that waits, this would wait as long.
          read.push(database.query('SELECT count(*) FROM things'));
          if (read.length === 3) void held.query('COMMIT');
        }),
      ),
    );

    await done;

    expect(read.length).toBeGreaterThanOrEqual(3);
    expect((await Promise.all(read)).length).toBe(read.length);
    expect(await columns()).toEqual(['id', 'name']);
  });

  it('does not keep those before it from being made and told', async () => {
    const told: unknown[] = [];
    const logger: Logger = {
      ...whenHeldUp(() => void held.query('COMMIT')),
      info: (_event, fields) => told.push(fields?.['migration']),
    };

    await migrateDatabase(
      settingsOf([...OLD, CreateOthers1700000000001, NameThings1700000000002], logger),
    );

    expect(told).toEqual(['CreateOthers1700000000001', 'NameThings1700000000002']);
  });

  it('is given up by its name when the table is never free, and nothing of it stays', async () => {
    let times = 0;
    const counting = whenHeldUp(() => (times += 1));

    await expect(migrateDatabase(settingsOf(NEW, counting))).rejects.toThrow(
      'The migration NameThings1700000000002 failed: canceling statement due to lock timeout',
    );

    expect(times).toBe(11);
    expect(await columns()).toEqual(['id']);
    await held.query('COMMIT');
    await migrateDatabase(settingsOf(NEW));
    expect(await columns()).toEqual(['id', 'name']);
  });

  it('is waited for without end by those who start meanwhile', async () => {
    let attempts = 0;
    const counting = whenHeldUp(() => {
      attempts += 1;
      if (attempts === 4) void held.query('COMMIT');
    });

    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(settingsOf(NEW, counting))));

    const rows = await database.query<{ count: string }>('SELECT count(*) FROM migrations');
    expect(rows[0]?.count).toBe('2');
  });
});

class WriteSettings1700000000003 extends Undone {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(0.3)');
    await runner.query(
      "CREATE TABLE seen AS SELECT current_setting('tcp_keepalives_idle') AS idle, inet_client_addr() AS address",
    );
  }
}

describe("what waits for another's migrations", () => {
  const LOCK = 0x5e87a47;

  it('says for whom, and goes on when they are made', async () => {
    await held.query("SET application_name = 'sextant-other'");
    await held.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const told: unknown[] = [];
    const logger: Logger = {
      ...silentLogger,
      warn: (event, fields) => {
        told.push([event, fields?.['holder']]);
        void held.query('SELECT pg_advisory_unlock($1)', [LOCK]);
      },
    };

    await migrateDatabase(settingsOf(NEW, logger));

    const holder: unknown = expect.objectContaining({ application: 'sextant-other' });
    expect(told).toEqual([['postgres.migration_awaited', holder]]);
    expect(await columns()).toEqual(['id', 'name']);
  });

  it('holds no statement open meanwhile, for which an index made beside it would wait', async () => {
    await held.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { promise: waits, resolve } = Promise.withResolvers<unknown>();
    const done = migrateDatabase(
      settingsOf(OLD, { ...silentLogger, warn: () => resolve(undefined) }),
    );
    await waits;

    await held.query('CREATE TABLE busy (id integer)');
    await held.query("SET statement_timeout = '10s'");
    await held.query('CREATE INDEX CONCURRENTLY busy_id ON busy (id)');

    await held.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await done;
  });
});

describe('a connection that migrates', () => {
  it('knows no time-out of the database for statements, and notices in a minute that its client is gone', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`ALTER DATABASE "${name}" SET statement_timeout = '100ms'`);

    await migrateDatabase(settingsOf([WriteSettings1700000000003]));

    const [seen] = await database.query<{ idle: string; address: string | null }>(
      'SELECT idle, address FROM seen',
    );
    // Over a socket of the same machine there is nothing to be noticed.
    expect(seen?.idle).toBe(seen?.address === null ? '0' : '30');
  });
});

describe('a service that finds all migrations made', () => {
  it('waits for nobody who migrates, and needs one connection', async () => {
    await migrateDatabase(settingsOf(NEW));
    await held.query('SELECT pg_advisory_lock($1)', [0x5e87a47]);

    const source = await openDataSource(settingsOf(NEW));

    const rows = await source.query<{ count: string }[]>(
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'sextant-demo' AND datname = current_database()",
    );
    expect(rows[0]?.count).toBe('1');
    await source.destroy();
  });
});

describe('a service that does not migrate', () => {
  const opened = (migrations: (new () => MigrationInterface)[], url = database.url) => {
    const { config, ...settings } = settingsOf(migrations);
    const own = { ...config, databaseUrl: url, databaseMigrate: false };
    return openDataSource({ ...settings, config: own });
  };

  it('names all that is missing, and changes nothing', async () => {
    await expect(opened(NEW)).rejects.toThrow(
      'Migrations are missing (CreateThings1700000000000, NameThings1700000000002). Run "main.js migrate" first.',
    );
    await migrateDatabase(settingsOf(OLD));
    await expect(opened(NEW)).rejects.toThrow('missing (NameThings1700000000002)');

    expect(await columns()).toEqual(['id']);
  });

  it('starts when they are there, those of a later version too, as a role that owns no table', async () => {
    await migrateDatabase(settingsOf(NEW));
    const role = `reader_${Date.now()}_${process.pid}`;
    await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    await database.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'secret'];

    try {
      for (const migrations of [OLD, NEW]) {
        const source = await opened(migrations, url.href);
        expect(await source.query('SELECT count(*) FROM things')).toEqual([{ count: '0' }]);
        await source.destroy();
      }
    } finally {
      await database.query(`DROP OWNED BY ${role}`);
      await database.query(`DROP ROLE ${role}`);
    }
  });
});

describe('the command', () => {
  it('needs the address of the database alone', async () => {
    const migrate = migrateCommand({ app: 'demo', migrations: NEW });

    await migrate({ argv: ['--database-url', database.url], env: {} }, silentLogger);

    expect(await columns()).toEqual(['id', 'name']);
    expect(() => migrate({ argv: [], env: {} }, silentLogger)).toThrow('DATABASE_URL');
  });
});
