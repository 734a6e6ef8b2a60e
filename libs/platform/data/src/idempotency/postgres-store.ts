import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import type { IdempotencyEntry, IdempotencyStore, StartedEntry } from './idempotency-store.js';

/** The keys' table; an app that uses `PostgresIdempotencyStore` lists it among its migrations. */
export class CreateIdempotency1763800000000 implements MigrationInterface {
  name = 'CreateIdempotency1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_key (
        scope text NOT NULL,
        key text NOT NULL,
        fingerprint text NOT NULL,
        result json,
        locked_until timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (scope, key)
      )`);
    await runner.query('CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_key');
  }
}

interface Row {
  readonly fingerprint: string;
  /** Wrapped, so that a result that is JSON's `null` is one. */
  readonly result: { readonly value: unknown } | null;
}

/** Keeps keys in the service's own database. */
export class PostgresIdempotencyStore implements IdempotencyStore {
  constructor(private readonly source: DataSource) {}

  async begin(entry: StartedEntry, now: Date): Promise<IdempotencyEntry | undefined> {
    const { scope, key, fingerprint, lockedUntil, expiresAt } = entry;
    const begun = await this.source.query<unknown[]>(
      `INSERT INTO idempotency_key AS k (scope, key, fingerprint, locked_until, expires_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (scope, key) DO UPDATE
         SET fingerprint = $3, locked_until = $4, expires_at = $5, result = NULL
         WHERE k.expires_at <= $6
            OR (k.result IS NULL AND k.locked_until <= $6 AND k.fingerprint = $3)
       RETURNING 1`,
      [scope, key, fingerprint, lockedUntil, expiresAt, now],
    );
    if (begun.length > 0) return undefined;
    const [row] = await this.source.query<Row[]>(
      'SELECT fingerprint, result FROM idempotency_key WHERE scope = $1 AND key = $2',
      [scope, key],
    );
    // Released in between: the one who comes again finds it free.
    if (row === undefined) return { fingerprint };
    return row.result === null
      ? { fingerprint: row.fingerprint }
      : { fingerprint: row.fingerprint, result: row.result.value };
  }

  async complete(scope: string, key: string, result: unknown): Promise<void> {
    await this.source.query(
      'UPDATE idempotency_key SET result = $3 WHERE scope = $1 AND key = $2',
      [scope, key, JSON.stringify({ value: result })],
    );
  }

  async release(scope: string, key: string): Promise<void> {
    await this.source.query(
      'DELETE FROM idempotency_key WHERE scope = $1 AND key = $2 AND result IS NULL',
      [scope, key],
    );
  }

  async sweep(now: Date): Promise<number> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `DELETE FROM idempotency_key WHERE (scope, key) IN
         (SELECT scope, key FROM idempotency_key WHERE expires_at <= $1 LIMIT 10000)`,
      [now],
    );
    return count;
  }
}
