import { loadConfig, type Source } from '@sextant/platform-runtime/config';
import type { Logger } from '@sextant/platform-runtime/logging';
import { migrateDatabase, type DataSourceSettings } from './data-source.js';
import { postgresSettings } from './postgres-settings.js';

/**
 * What `main.js migrate` does in a service whose only store is PostgreSQL: it needs the address of the database and none
 * of the service's other settings, so that a Job can have a role of its own.
 */
export const migrateCommand =
  (settings: Pick<DataSourceSettings, 'app' | 'migrations'>) =>
  (source: Source, logger: Logger): Promise<void> =>
    migrateDatabase({ ...settings, logger, config: loadConfig(postgresSettings, source) });
