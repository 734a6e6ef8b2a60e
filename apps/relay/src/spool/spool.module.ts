import { Global, Module } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { PostgresSpool } from './postgres-spool.js';
import { SpoolSettings } from './spool-settings.js';
import { Spool } from './spool.js';
import { SqliteSpool } from './sqlite-spool.js';

/** PostgreSQL when there is one to share, else a file of this process. */
function openSpool(settings: SpoolSettings, logger: Logger, metrics: Metrics): Promise<Spool> {
  const { databaseUrl, databasePoolSize, databaseMigrate, spoolDir } = settings;
  const limits = { reserveBytes: settings.spoolReserveBytes, maxBytes: settings.spoolMaxBytes };
  return databaseUrl === undefined
    ? SqliteSpool.open(spoolDir, limits)
    : PostgresSpool.open({ databaseUrl, databasePoolSize, databaseMigrate }, logger, metrics);
}

/** Brings the tables that replicas share up to date; the file of one process is so at its start. */
export async function migrateSpool(settings: SpoolSettings, logger: Logger): Promise<void> {
  const { databaseUrl, databasePoolSize } = settings;
  if (databaseUrl === undefined) logger.warn('migrate.no_database');
  else await PostgresSpool.migrate({ databaseUrl, databasePoolSize }, logger);
}

/** Global, so that it is closed after whatever writes there. */
@Global()
@Module({
  providers: [{ provide: Spool, inject: [SpoolSettings, Logger, Metrics], useFactory: openSpool }],
  exports: [Spool],
})
export class SpoolModule {}
