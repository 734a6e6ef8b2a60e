/** The database that everything is kept in. */
export abstract class Database {
  /** Rejects while the database does not answer. */
  abstract ping(): Promise<void>;
}
