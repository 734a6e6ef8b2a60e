import type { Logger } from '@sextant/platform-runtime/logging';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import { PostgresSpool } from '../spool/postgres-spool.js';
import { SqliteSpool } from '../spool/sqlite-spool.js';
import type { RelayConfig } from '../options/config.js';
import type { Spool } from '../spool/spool.js';

/** PostgreSQL when there is one to share, else a file of this process. */
export function openSpool(config: RelayConfig, logger: Logger, metrics: Metrics): Promise<Spool> {
  const { databaseUrl, databasePoolSize, databaseMigrate, spoolDir } = config;
  const limits = { reserveBytes: config.spoolReserveBytes, maxBytes: config.spoolMaxBytes };
  return databaseUrl === undefined
    ? SqliteSpool.open(spoolDir, limits)
    : PostgresSpool.open({ databaseUrl, databasePoolSize, databaseMigrate }, logger, metrics);
}

/** Brings the tables that replicas share up to date; the file of one process is so at its start. */
export async function migrateSpool(config: RelayConfig, logger: Logger): Promise<void> {
  const { databaseUrl, databasePoolSize } = config;
  if (databaseUrl === undefined) logger.warn('migrate.no_database');
  else await PostgresSpool.migrate({ databaseUrl, databasePoolSize }, logger);
}
