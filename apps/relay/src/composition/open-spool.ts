import type { Logger } from '@sextant/platform-logging';
import type { Metrics } from '@sextant/platform-telemetry';
import { PostgresSpool } from '../adapters/spool/postgres-spool.js';
import { SqliteSpool } from '../adapters/spool/sqlite-spool.js';
import type { RelayConfig } from '../config.js';
import type { Spool } from '../domain/spool.js';

/** PostgreSQL when there is one to share, else a file of this process. */
export function openSpool(
  config: RelayConfig,
  logger: Logger,
  metrics: Metrics,
): Promise<Spool> {
  const { databaseUrl, databasePoolSize, spoolDir } = config;
  const limits = { reserveBytes: config.spoolReserveBytes, maxBytes: config.spoolMaxBytes };
  return databaseUrl === undefined
    ? SqliteSpool.open(spoolDir, limits)
    : PostgresSpool.open({ databaseUrl, databasePoolSize }, logger, metrics);
}
