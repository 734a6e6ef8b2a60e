export { migrateDatabase, openDataSource, type DataSourceSettings } from './data-source.js';
export { unavailableDatabase } from './postgres-errors.js';
export { postgresSettings, PostgresSettings, type PostgresConfig } from './postgres-settings.js';
export { migrateCommand } from './migrate-command.js';
export {
  PostgresModule,
  PostgresProbe,
  StatementLimits,
  type PostgresModuleOptions,
} from './postgres.module.js';
export { PreparedStatements } from './prepared-statements.js';
export {
  afterCommit,
  isInTransaction,
  joined,
  outsideTransactions,
  Transactions,
} from './transactions.js';
