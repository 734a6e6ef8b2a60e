import { integer, settingsOf, toggle, url } from '@sextant/platform-runtime/config';

/** The settings of an app that keeps its data in PostgreSQL. */
export const postgresSettings = {
  databaseUrl: url(['postgres', 'postgresql'], {
    env: 'DATABASE_URL',
    description: 'The PostgreSQL database of this service. Its tables are made at start.',
    example: 'postgres://user:password@db:5432/service',
    secret: true,
  }),
  databasePoolSize: integer({
    env: 'DATABASE_POOL_SIZE',
    description: 'Most connections to PostgreSQL that one process opens.',
    example: '10',
    default: 10,
    min: 2,
    max: 1000,
  }),
  databaseMigrate: toggle({
    env: 'DATABASE_MIGRATE',
    description:
      'Brings the tables up to date at start; with false, "main.js migrate" must have done it before.',
    example: 'false',
    default: true,
  }),
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
