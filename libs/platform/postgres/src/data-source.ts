import type { Logger } from '@sextant/platform-logging';
import type { Metrics } from '@sextant/platform-telemetry';
import { AbstractLogger, DataSource, type DataSourceOptions, type MixedList } from 'typeorm';
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
}

/** Two replicas that start at once must not both migrate: the lock is the same for all. */
const MIGRATION_LOCK = 0x5e87a47;

const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 20_000;
const CONNECT_ATTEMPTS = 20;
const RETRY_MS = 500;

/**
 * Connects (for ten seconds if the server is not there yet) and brings the schema up to date,
 * one process at a time.
 */
export async function openDataSource(settings: DataSourceSettings): Promise<DataSource> {
  await migrate(settings);
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = settings;
  const extra = { statement_timeout: statementTimeoutMs };
  const source = await connect({ ...options(settings), extra }, settings.logger);
  // A server that is frozen cancels nothing: who waits gives up a little later.
  endOverdueConnections(source, statementTimeoutMs + Math.min(1000, statementTimeoutMs / 2));
  if (settings.metrics !== undefined) observeDatabase(source, settings.metrics);
  return source;
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
      if (attempt === CONNECT_ATTEMPTS) throw error;
      logger.warn('postgres.not_there_yet', { attempt, err: error });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** On connections of its own, without time-outs: another replica's migrations may take an hour. */
async function migrate(settings: DataSourceSettings): Promise<void> {
  const source = await connect({ ...options(settings), poolSize: 2 }, settings.logger);
  // The lock belongs to this session and ends with it; migrations run in the other one.
  const session = source.createQueryRunner();
  try {
    await session.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await source.runMigrations();
    for (const { name } of done) settings.logger.info('postgres.migrated', { migration: name });
  } finally {
    await session.release();
    await source.destroy();
  }
}
