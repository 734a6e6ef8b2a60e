import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import type { ApiKey, ApiKeyStore, StoredApiKey } from './api-key.js';

/** The table of `PostgresApiKeyStore`; an app lists it among its migrations. */
export class CreateApiKeys1763700000000 implements MigrationInterface {
  name = 'CreateApiKeys1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid PRIMARY KEY,
        owner text NOT NULL,
        label text NOT NULL,
        masked text NOT NULL,
        hash bytea NOT NULL UNIQUE,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        revoked_at timestamptz
      )`);
    await runner.query('CREATE INDEX api_keys_by_owner ON api_keys (owner, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
  }
}

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly label: string;
  readonly masked: string;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

const COLUMNS = 'id, owner, label, masked, hash, scopes, created_at, expires_at, revoked_at';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Keeps keys in the app's own database. */
export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(private readonly source: DataSource) {}

  async insert(key: StoredApiKey): Promise<boolean> {
    const rows = await this.source.query<Row[]>(
      `INSERT INTO api_keys (id, owner, label, masked, hash, scopes, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (hash) DO NOTHING RETURNING id`,
      [
        key.id,
        key.owner,
        key.label,
        key.masked,
        key.hash,
        key.scopes,
        key.createdAt,
        key.expiresAt ?? null,
      ],
    );
    return rows.length === 1;
  }

  async findByHash(hash: Buffer): Promise<StoredApiKey | undefined> {
    const [row] = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM api_keys WHERE hash = $1`,
      [hash],
    );
    return row === undefined ? undefined : { ...toKey(row), hash: row.hash };
  }

  async find(owner: string, id: string): Promise<ApiKey | undefined> {
    if (!UUID.test(id)) return undefined;
    const [row] = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM api_keys WHERE owner = $1 AND id = $2`,
      [owner, id],
    );
    return row === undefined ? undefined : toKey(row);
  }

  async list(owner: string): Promise<readonly ApiKey[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM api_keys WHERE owner = $1 ORDER BY created_at, id`,
      [owner],
    );
    return rows.map(toKey);
  }

  revoke(owner: string, id: string, at: Date): Promise<ApiKey | undefined> {
    // The time of the first revocation stays.
    return this.update('revoked_at = coalesce(revoked_at, $3)', [owner, id, at]);
  }

  rename(owner: string, id: string, label: string): Promise<ApiKey | undefined> {
    return this.update('label = $3', [owner, id, label]);
  }

  private async update(
    assignment: string,
    [owner, id, value]: readonly [string, string, unknown],
  ): Promise<ApiKey | undefined> {
    if (!UUID.test(id)) return undefined;
    // For UPDATE the driver of TypeORM gives the rows and their count.
    const [rows] = await this.source.query<[Row[], number]>(
      `UPDATE api_keys SET ${assignment} WHERE owner = $1 AND id = $2 RETURNING ${COLUMNS}`,
      [owner, id, value],
    );
    return rows[0] === undefined ? undefined : toKey(rows[0]);
  }
}

function toKey(row: Row): ApiKey {
  return {
    id: row.id,
    owner: row.owner,
    label: row.label,
    masked: row.masked,
    scopes: row.scopes,
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
  };
}
