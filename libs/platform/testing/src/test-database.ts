import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { withAdministrator } from './administrators.js';
import { copyOf, createDatabase, type Template } from './template-database.js';
import { workspaceRoot } from './workspace-root.js';

export interface TestDatabase {
  /** A `DATABASE_URL` of a database that nobody else uses. */
  readonly url: string;
  /** Runs one statement in it, to look at what an app has stored. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Ends all its sessions, as a server that restarts does, with what is asked in them; they are gone when it returns. */
  disconnectAll(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Makes a database, one per test file: empty, or a copy of a template.
 *
 * The server is the one that TEST_DATABASE_URL names, else a throw-away one that is started when
 * needed and stops by itself (`scripts/postgres/test-postgres.mjs`).
 */
export async function testDatabase(template?: Template): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  if (template === undefined) {
    await withAdministrator(server, (client) => createDatabase(client, name));
  } else await copyOf(template, name, server);
  const database = new URL(server);
  database.pathname = `/${name}`;
  const url = database.toString();
  const sessions = new Sessions(url);
  return {
    url,
    query: (sql, values = []) => sessions.query(sql, values),
    disconnectAll: async () => {
      const ended = sessions.end();
      await run(
        server,
        'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1',
        [name],
      );
      await ended;
    },
    drop: async () => {
      const ended = sessions.end();
      await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await ended;
    },
  };
}

/** Leaves nothing behind in its session. */
const PLAIN =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b(?!.*(?:advisory|set_config|pg_terminate))/is;

/** Sessions of a test, each for one statement at a time: to open one takes longer than most statements. */
class Sessions {
  #pool: pg.Pool | undefined;

  constructor(private readonly url: string) {}

  async query<Row extends pg.QueryResultRow>(
    sql: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const client = await this.#open().connect();
    let isOver = !PLAIN.test(sql);
    try {
      return (await client.query<Row>(sql, [...values])).rows;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      client.release(isOver);
    }
  }

  async end(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  #open(): pg.Pool {
    if (this.#pool !== undefined) return this.#pool;
    const settings = { max: 50, idleTimeoutMillis: 500, allowExitOnIdle: true };
    this.#pool = new pg.Pool({ connectionString: this.url, ...settings });
    // A session that a test or its server ends while nobody uses it.
    this.#pool.on('error', () => undefined);
    return this.#pool;
  }
}

async function serverUrl(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  const script = join(workspaceRoot(), 'scripts', 'postgres', 'test-postgres.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return stdout.trim();
}

const run = (url: string, sql: string, values: readonly unknown[] = []): Promise<unknown> =>
  withAdministrator(url, (client) => client.query(sql, [...values]));
