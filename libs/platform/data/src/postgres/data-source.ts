import { ConfigError } from '@sextant/platform-runtime/config';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import {
  AbstractLogger,
  DataSource,
  type DataSourceOptions,
  type MixedList,
  type QueryRunner,
} from 'typeorm';
import { observeDatabase } from './database-metrics.js';
import { endOverdueConnections } from './overdue-answers.js';
import type { PostgresConfig } from './postgres-settings.js';

export interface DataSourceSettings {
  readonly config: PostgresConfig;
  readonly logger: Logger;
  /** The app's name, shown in `pg_stat_activity`. */
  readonly app: string;
  readonly entities?: MixedList<new () => object>;
  readonly migrations: MixedList<new () => object>;
  /** A statement that takes longer is cancelled, so that a request never waits for ever; 20 s if absent. */
  readonly statementTimeoutMs?: number;
  /** Where the schema and the server's clock are shown. */
  readonly metrics?: Metrics;
  /** How long a migration may wait for a table at a time; 5 s if absent. */
  readonly lockTimeoutMs?: number;
}

/** Two replicas that start at once must not both migrate: the lock is the same for all. */
const MIGRATION_LOCK = 0x5e87a47;

const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 20_000;
const CONNECT_ATTEMPTS = 20;
const RETRY_MS = 500;

/**
 * Who waits for a table that others use holds up all who come after: it gives way, and tries again. Five seconds is
 * what requests may wait for it (our choice).
 */
const LOCK_TIMEOUT_MS = 5000;
const LOCK_ATTEMPTS = 12;
/**
 * Of connections that migrate (PostgreSQL manual, chapter "Server Configuration"): what a role or a database is set to may not
 * end a long migration, and one whose machine is gone keeps its locks for a minute, not for the two hours of TCP's default.
 */
const MIGRATING = [
  'statement_timeout=0',
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
];

/** Who waits for another's migrations says so now and then. */
const TURNS_BETWEEN_WORDS = 60;

/** SQLSTATE `lock_not_available` (PostgreSQL manual, appendix A). */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Connects (for ten seconds if the server is not there yet) and brings the schema up to date where it is not,
 * one process at a time, unless `databaseMigrate` is false: then it must be.
 *
 * @throws {Error} that names the migrations that are missing, or the one that failed
 */
export async function openDataSource(settings: DataSourceSettings): Promise<DataSource> {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = settings;
  const extra = { statement_timeout: statementTimeoutMs };
  const source = await connect({ ...options(settings), extra }, settings.logger);
  // A server that is frozen cancels nothing: who waits gives up a little later.
  endOverdueConnections(source, statementTimeoutMs + Math.min(1000, statementTimeoutMs / 2));
  try {
    await bringUpToDate(settings, await pendingOf(source));
  } catch (error) {
    await source.destroy();
    throw error;
  }
  if (settings.metrics !== undefined) observeDatabase(source, settings.metrics);
  return source;
}

/** Most starts find nothing to do, and need neither the lock nor connections of their own for it. */
async function bringUpToDate(
  settings: DataSourceSettings,
  missing: readonly string[],
): Promise<void> {
  if (missing.length === 0) return;
  if (settings.config.databaseMigrate !== false) return migrateDatabase(settings);
  // For those who migrate by a Job of their own: the service's role need not own its tables.
  throw new Error(`Migrations are missing (${missing.join(', ')}). Run "main.js migrate" first.`);
}

/** Keeps TypeORM from printing: what fails is thrown, and logged where it is caught. */
class QuietLogger extends AbstractLogger {
  protected override writeLog(): void {
    // on purpose
  }
}

function options({ config, app, entities = [], migrations }: DataSourceSettings) {
  return {
    type: 'postgres',
    url: config.databaseUrl,
    applicationName: `sextant-${app}`,
    poolSize: config.databasePoolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    entities,
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logger: new QuietLogger(false),
  } as const satisfies DataSourceOptions;
}

async function connect(settings: DataSourceOptions, logger: Logger): Promise<DataSource> {
  const source = new DataSource(settings);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await source.initialize();
    } catch (error) {
      refuseCredentials(error);
      if (attempt === CONNECT_ATTEMPTS) throw error;
      logger.warn('postgres.not_there_yet', { attempt, err: error });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * A password that is wrong now is wrong in ten seconds.
 *
 * @throws {ConfigError} for SQLSTATE class 28, invalid authorization (PostgreSQL manual, appendix A)
 */
function refuseCredentials(error: unknown): void {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  if (typeof code !== 'string' || !code.startsWith('28')) return;
  throw new ConfigError([
    `DATABASE_URL: PostgreSQL refuses its user or password: ${message} (${code})`,
  ]);
}

/**
 * Brings the schema up to date, one process at a time; others wait for it. What a migration that fails has done is
 * undone, and those before it stay: the version of before goes on serving.
 *
 * On connections of its own, without time-outs of statements: another replica's migrations may take an hour.
 *
 * @throws {Error} that names the migration that failed
 */
export async function migrateDatabase(settings: DataSourceSettings): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, logger } = settings;
  const set = MIGRATING.map((setting) => `-c ${setting}`).join(' ');
  const extra = { lock_timeout: lockTimeoutMs, options: set };
  const patience = { logger, pauseMs: lockTimeoutMs / 5 };
  const source = await connect({ ...options(settings), poolSize: 2, extra }, logger);
  // The lock belongs to this session and ends with it; migrations run in the other one.
  const session = source.createQueryRunner();
  try {
    await takeTurn(session, patience);
    await runMigrations(source, patience);
  } finally {
    await session.release();
    await source.destroy();
  }
}

interface Patience {
  readonly logger: Logger;
  /** For those whom the migration has held up. */
  readonly pauseMs: number;
}

/** Asks again and again: a statement that waits would be waited for by `CREATE INDEX CONCURRENTLY`. */
async function takeTurn(session: QueryRunner, { logger, pauseMs }: Patience): Promise<void> {
  // Only PostgreSQL 14 and later know it.
  await session.query(
    "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'",
  );
  for (let turn = 0; ; turn += 1) {
    const [row] = (await session.query('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ])) as { taken: boolean }[];
    if (row?.taken === true) return;
    if (turn % TURNS_BETWEEN_WORDS === 0) {
      logger.warn('postgres.migration_awaited', { holder: await holderOf(session) });
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Who has the lock now, as an operator finds it in `pg_stat_activity`. */
async function holderOf(session: QueryRunner): Promise<unknown> {
  const rows = (await session.query(
    `SELECT pid, application_name AS application, client_addr AS address, backend_start AS since
       FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK],
  )) as unknown[];
  return rows[0];
}

async function runMigrations(source: DataSource, { logger, pauseMs }: Patience): Promise<void> {
  let pending = await pendingOf(source);
  for (let attempt = 1; ; attempt += 1) {
    const error = await source.runMigrations().then(() => undefined, errorOf);
    // Those before the one that failed have been made.
    const left = await pendingOf(source).catch(() => pending);
    for (const migration of pending.filter((name) => !left.includes(name))) {
      logger.info('postgres.migrated', { migration });
    }
    pending = left;
    if (error === undefined) return;
    const [migration = 'unknown'] = left;
    if (error.code !== LOCK_NOT_AVAILABLE || attempt === LOCK_ATTEMPTS) {
      const message = `The migration ${migration} failed: ${error.message}`;
      throw new Error(message, { cause: error });
    }
    logger.warn('postgres.migration_held_up', { migration, attempt });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const errorOf = (error: unknown) => error as Error & { readonly code?: unknown };

/** The migrations that are not in the database yet, in their order. */
async function pendingOf(source: DataSource): Promise<string[]> {
  const [table] = await source.query<{ found: string | null }[]>(
    "SELECT to_regclass('migrations') AS found",
  );
  const rows =
    table?.found === null
      ? []
      : await source.query<{ name: string }[]>('SELECT name FROM migrations');
  const done = new Set(rows.map(({ name }) => name));
  return source.migrations
    .map(({ name, constructor }) => name ?? constructor.name)
    .filter((name) => !done.has(name))
    .sort((one, other) => one.slice(-13).localeCompare(other.slice(-13)));
}
