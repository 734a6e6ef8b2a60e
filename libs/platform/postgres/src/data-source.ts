import type { Logger } from '@sextant/platform-logging';
import { AbstractLogger, DataSource, type DataSourceOptions, type MixedList } from 'typeorm';
import type { PostgresConfig } from './postgres-settings.js';

export interface DataSourceSettings {
  readonly config: PostgresConfig;
  readonly logger: Logger;
  /** The app's name, shown in `pg_stat_activity`. */
  readonly app: string;
  readonly entities?: MixedList<new () => object>;
  readonly migrations: MixedList<new () => object>;
}

/** Two replicas that start at once must not both migrate: the lock is the same for all. */
const MIGRATION_LOCK = 0x5e87a47;

const CONNECT_TIMEOUT_MS = 5000;
/** A statement that takes longer is cancelled, so that a request never waits for ever. */
const STATEMENT_TIMEOUT_MS = 20_000;
const CONNECT_ATTEMPTS = 20;
const RETRY_MS = 500;

/**
 * Connects (for ten seconds if the server is not there yet) and brings the schema up to date,
 * one process at a time.
 */
export async function openDataSource(settings: DataSourceSettings): Promise<DataSource> {
  const source = new DataSource(options(settings));
  await connect(source, settings.logger);
  try {
    await migrate(source, settings.logger);
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return source;
}

/** Keeps TypeORM from printing: what fails is thrown, and logged where it is caught. */
class QuietLogger extends AbstractLogger {
  protected override writeLog(): void {
    // on purpose
  }
}

function options({
  config,
  app,
  entities = [],
  migrations,
}: DataSourceSettings): DataSourceOptions {
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
    extra: { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: STATEMENT_TIMEOUT_MS + 1000 },
  };
}

async function connect(source: DataSource, logger: Logger): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await source.initialize();
      return;
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) throw error;
      logger.warn('postgres.not_there_yet', { attempt, err: error });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function migrate(source: DataSource, logger: Logger): Promise<void> {
  // The lock belongs to this session; migrations run in others of the pool.
  const session = source.createQueryRunner();
  try {
    // Another replica's migrations may take longer than any statement is allowed to.
    await session.query('SET statement_timeout = 0');
    await session.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await source.runMigrations();
    for (const { name } of done) logger.info('postgres.migrated', { migration: name });
  } finally {
    await session.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await session.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`).catch(() => undefined);
    await session.release();
  }
}
