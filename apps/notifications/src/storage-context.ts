import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, type ConfigOf } from '@sextant/platform-runtime/config';
import { rootModule } from '@sextant/platform-http';
import type { Logger } from '@sextant/platform-runtime/logging';
import { PostgresSettings } from '@sextant/platform-data/postgres';
import { DatabaseSettings } from './database/database.settings.js';
import { PostgresStorageModule } from './storage/postgres/postgres-storage.module.js';

export type DatabaseConfig = ConfigOf<typeof DatabaseSettings.schema>;

/**
 * The adapters of the database that is configured; mongoose is loaded only where that is MongoDB.
 *
 * @throws {ConfigError} if none is
 */
export async function storageModuleOf(
  config: Pick<DatabaseConfig, 'mongodbUri' | 'databaseUrl'>,
): Promise<DynamicModule> {
  if (config.mongodbUri !== undefined) {
    return { module: (await import('./storage/mongo/mongo-storage.module.js')).MongoStorageModule };
  }
  if (config.databaseUrl !== undefined) return { module: PostgresStorageModule };
  throw new ConfigError(['There is no database: set DATABASE_URL or MONGODB_URI.']);
}

/** The stores alone, brought up to date. */
export function openStorage(
  config: DatabaseConfig,
  logger: Logger,
): Promise<INestApplicationContext> {
  const root = rootModule(
    {
      name: 'notifications',
      settings: DatabaseSettings.schema,
      settingsClasses: [DatabaseSettings, PostgresSettings],
      module: () => ({ module: StorageContext, imports: [storageModuleOf(config)] }),
    },
    config,
    logger,
  );
  return NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
}

@Module({})
class StorageContext {}
