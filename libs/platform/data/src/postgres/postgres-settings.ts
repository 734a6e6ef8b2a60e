import { integer, required, settingsOf, toggle, url } from '@sextant/platform-runtime/config';

/** The settings of an app that keeps its data in PostgreSQL. */
export const postgresSettings = {
  databaseUrl: required(
    url(
      ['postgres', 'postgresql'],
      'DATABASE_URL',
      'The PostgreSQL database of this service. Its tables are made at start.',
      { example: 'postgres://user:password@db:5432/service', secret: true },
    ),
  ),
  databasePoolSize: integer(
    'DATABASE_POOL_SIZE',
    'Most connections to PostgreSQL that one process opens.',
    { default: 10, min: 2, max: 1000 },
  ),
  databaseMigrate: toggle(
    'DATABASE_MIGRATE',
    'Brings the tables up to date at start; with false, "main.js migrate" must have done it before.',
    { example: 'false', default: true },
  ),
};

/** The values of `postgresSettings`, for injection. */
export class PostgresSettings extends settingsOf(postgresSettings) {}

/** The values of `postgresSettings`. */
export interface PostgresConfig {
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** True if absent. */
  readonly databaseMigrate?: boolean;
}
