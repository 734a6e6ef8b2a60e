/** Where the spool is kept, and how much of it. */
export abstract class SpoolSettings {
  /** PostgreSQL, where replicas share it; else a file in the folder. */
  abstract readonly databaseUrl: string | undefined;
  abstract readonly databasePoolSize: number;
  abstract readonly databaseMigrate: boolean;
  abstract readonly spoolDir: string;
  abstract readonly spoolReserveBytes: number;
  abstract readonly spoolMaxBytes: number;
}
