import { Injectable } from '@nestjs/common';
import { isInTransaction } from '@sextant/platform-data/postgres';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { Client, ClientChange, ClientFilter, Clients, KeptSecret } from './client.js';
import { PostgresChanges } from '../database/postgres-changes.js';
import { assignments, uuidOrNull } from '../database/sql.js';

interface ClientRow {
  readonly id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly client_type: 'confidential' | 'public';
  readonly redirect_uris: string[];
  readonly scopes: string[];
  readonly is_active: boolean;
  readonly first_party: boolean;
  readonly metadata: Record<string, unknown>;
  readonly secret_sha256: Buffer | null;
  readonly secret_sealed: Buffer | null;
  readonly created_at: Date;
}

const COLUMNS: Readonly<Record<string, string>> = {
  name: 'client_name',
  type: 'client_type',
  redirectUris: 'redirect_uris',
  scopes: 'scopes',
  isActive: 'is_active',
  isFirstParty: 'first_party',
  metadata: 'metadata',
  sha256: 'secret_sha256',
  sealed: 'secret_sealed',
};

const CACHED = 5000;

const BY_ID = 'SELECT * FROM oauth_client WHERE client_id = $1 OR id = $2::uuid';

/**
 * Clients in PostgreSQL. They are asked for with every request and change rarely: they stay in
 * memory for as long as the database tells of changes, and not a moment without that.
 */
@Injectable()
export class PostgresClients implements Clients {
  readonly #cache = new LRUCache<string, Client>({ max: CACHED });

  constructor(
    private readonly source: DataSource,
    private readonly changes: PostgresChanges,
  ) {
    changes.on('clients', () => this.#cache.clear());
  }

  async find(id: string): Promise<Client | undefined> {
    // A transaction sees what it has changed itself, and nothing of it may stay when it fails.
    const isCacheUsed = this.changes.isLive && !isInTransaction();
    const cached = isCacheUsed ? this.#cache.get(id) : undefined;
    if (cached !== undefined) return cached;
    const epoch = this.changes.epoch;
    const client = await this.#read(BY_ID, id);
    if (client === undefined) return undefined;
    // What was read before a change must not stay after it.
    if (isCacheUsed && this.changes.isLive && epoch === this.changes.epoch)
      this.#cache.set(id, client);
    return client;
  }

  findToChange(id: string): Promise<Client | undefined> {
    return this.#read(`${BY_ID} FOR UPDATE`, id);
  }

  async #read(sql: string, id: string): Promise<Client | undefined> {
    const [row] = await this.source.query<ClientRow[]>(sql, [id, uuidOrNull(id)]);
    return row === undefined ? undefined : toClient(row);
  }

  async list({ limit, offset, active, q }: ClientFilter) {
    const filter = [active ?? null, q === undefined ? null : q.toLowerCase()];
    const rows = await this.source.query<ClientRow[]>(
      `SELECT * FROM oauth_client WHERE ${FILTER} ORDER BY created_at, id LIMIT $3 OFFSET $4`,
      [...filter, limit, offset],
    );
    const [count] = await this.source.query<{ count: string }[]>(
      `SELECT count(*) FROM oauth_client WHERE ${FILTER}`,
      filter,
    );
    return { clients: rows.map(toClient), total: Number(count?.count ?? 0) };
  }

  async add(client: Client): Promise<void> {
    const { sha256, sealed } = secretColumns(client.secret);
    await this.source.query(
      `INSERT INTO oauth_client (id, client_id, client_name, client_type, redirect_uris, scopes,
         is_active, first_party, metadata, secret_sha256, secret_sealed, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        client.id,
        client.clientId,
        client.name,
        client.type,
        JSON.stringify(client.redirectUris),
        JSON.stringify(client.scopes),
        client.isActive,
        client.isFirstParty,
        JSON.stringify(client.metadata),
        sha256,
        sealed,
        client.createdAt,
      ],
    );
    await this.#changed();
  }

  async change(id: string, { secret, ...change }: ClientChange): Promise<Client | undefined> {
    const { sql, values } = assignments(
      {
        ...change,
        redirectUris: json(change.redirectUris),
        scopes: json(change.scopes),
        metadata: json(change.metadata),
        ...(secret === undefined ? {} : secretColumns(secret)),
      },
      COLUMNS,
    );
    if (sql.length === 0) return this.find(id);
    const [rows] = await this.source.query<[ClientRow[], number]>(
      `UPDATE oauth_client SET ${sql.join(', ')} WHERE client_id = $1 OR id = $${values.length + 2}::uuid RETURNING *`,
      [id, ...values, uuidOrNull(id)],
    );
    await this.#changed();
    return rows[0] === undefined ? undefined : toClient(rows[0]);
  }

  async withoutPkce(): Promise<readonly string[]> {
    const rows = await this.source.query<{ client_id: string }[]>(
      `SELECT client_id FROM oauth_client
       WHERE is_active AND metadata->>'require_pkce' = 'false' ORDER BY client_id`,
    );
    return rows.map(({ client_id }) => client_id);
  }

  async count(): Promise<number> {
    const [row] = await this.source.query<{ count: string }[]>(
      'SELECT count(*) FROM oauth_client WHERE is_active',
    );
    return Number(row?.count ?? 0);
  }

  async #changed(): Promise<void> {
    this.#cache.clear();
    await this.changes.announce('clients');
  }
}

/** `strpos`, not LIKE: what is searched for is no pattern. */
const FILTER = `($1::boolean IS NULL OR is_active = $1)
  AND ($2::text IS NULL OR strpos(lower(client_name), $2) > 0 OR strpos(client_id, $2) > 0)`;

const json = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

const secretColumns = (secret: KeptSecret) => ({
  sha256: secret.kind === 'hashed' ? secret.sha256 : null,
  sealed: secret.kind === 'sealed' ? secret.sealed : null,
});

function keptSecret({ secret_sha256, secret_sealed }: ClientRow): KeptSecret {
  if (secret_sealed !== null) return { kind: 'sealed', sealed: secret_sealed };
  return secret_sha256 === null ? { kind: 'none' } : { kind: 'hashed', sha256: secret_sha256 };
}

const toClient = (row: ClientRow): Client => ({
  id: row.id,
  clientId: row.client_id,
  name: row.client_name,
  type: row.client_type,
  redirectUris: row.redirect_uris,
  scopes: row.scopes,
  isActive: row.is_active,
  isFirstParty: row.first_party,
  metadata: row.metadata,
  secret: keptSecret(row),
  createdAt: row.created_at,
});
