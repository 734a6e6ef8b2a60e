import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ArtifactRow, ArtifactStore, NewArtifact } from './artifact-store.js';
import { Batch } from '../database/batch.js';
import { PreparedStatements } from '@sextant/platform-data/postgres';

interface StoredRow {
  readonly id: Buffer;
  readonly payload: Record<string, unknown>;
  readonly consumed_at: Date | null;
}

const COLUMNS = 'id, payload, consumed_at';

interface Use {
  readonly id: Buffer;
  readonly now: Date;
}

/** What the engine gives out, in one table; concurrent reads and writes share statements. */
@Injectable()
export class PostgresArtifactStore implements ArtifactStore {
  readonly #reads = new Batch<Buffer, ArtifactRow | undefined>((ids) => this.#findAll(ids));
  readonly #writes = new Batch<NewArtifact, undefined>((rows) => this.#upsertAll(rows));

  readonly #sessions = new Batch<string, ArtifactRow | undefined>((uids) => this.#findByUids(uids));
  // One at a time: two statements that lock the same rows in another order would block each other.
  readonly #uses = new Batch<Use, boolean>((uses) => this.#consumeAll(uses), 1);

  readonly #prepared: PreparedStatements;

  constructor(private readonly source: DataSource) {
    this.#prepared = new PreparedStatements(source);
  }

  find(id: Buffer): Promise<ArtifactRow | undefined> {
    return this.#reads.run(id);
  }

  findByUid(uid: string): Promise<ArtifactRow | undefined> {
    return this.#sessions.run(uid);
  }

  findByUserCode(code: Buffer): Promise<ArtifactRow | undefined> {
    return this.#one(`SELECT ${COLUMNS} FROM oidc_artifact WHERE user_code = $1`, code);
  }

  upsert(row: NewArtifact): Promise<void> {
    return this.#writes.run(row);
  }

  async replace(previous: Buffer, row: NewArtifact): Promise<boolean> {
    const rows = await this.#prepared.rows(
      'artifacts-replace',
      `UPDATE oidc_artifact SET id = $2, payload = $3::json, grant_id = $4, account_id = $5,
         client_id = $6, uid = $7, expires_at = $8
       WHERE id = $1 RETURNING 1`,
      [
        previous,
        row.id,
        JSON.stringify(row.payload),
        row.grantId ?? null,
        row.accountId ?? null,
        row.clientId ?? null,
        row.uid ?? null,
        row.expiresAt,
      ],
    );
    return rows.length === 1;
  }

  /** The lock makes whoever deletes the parent at this moment wait, and then find this row. */
  async insertBelow(parent: Buffer, row: NewArtifact): Promise<boolean> {
    const inserted = await this.source.query<unknown[]>(
      `WITH parent AS (SELECT id FROM oidc_artifact WHERE id = $1 FOR SHARE)
       INSERT INTO oidc_artifact
         (parent_id, id, kind, payload, grant_id, account_id, client_id, expires_at)
       SELECT id, $2, $3, $4::json, $5, $6, $7, $8 FROM parent RETURNING 1`,
      [
        ...[parent, row.id, row.kind, JSON.stringify(row.payload)],
        ...[row.grantId ?? null, row.accountId ?? null, row.clientId ?? null, row.expiresAt],
      ],
    );
    return inserted.length === 1;
  }

  async insertOnce(row: NewArtifact): Promise<boolean> {
    const inserted = await this.source.query<unknown[]>(
      `INSERT INTO oidc_artifact (id, kind, payload, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO NOTHING RETURNING 1`,
      [row.id, row.kind, JSON.stringify(row.payload), row.expiresAt],
    );
    return inserted.length === 1;
  }

  consume(id: Buffer, now: Date): Promise<boolean> {
    return this.#uses.run({ id, now });
  }

  async grantOf(id: Buffer): Promise<string | undefined> {
    const [row] = await this.source.query<{ grant_id: string | null }[]>(
      'SELECT grant_id FROM oidc_artifact WHERE id = $1',
      [id],
    );
    return row?.grant_id ?? undefined;
  }

  async destroy(id: Buffer): Promise<void> {
    await this.source.query('DELETE FROM oidc_artifact WHERE id = $1', [id]);
  }

  async removeKindOfGrant(kind: string, grantId: string): Promise<void> {
    await this.source.query('DELETE FROM oidc_artifact WHERE grant_id = $1 AND kind = $2', [
      grantId,
      kind,
    ]);
  }

  async removeOfGrant(grantId: string): Promise<void> {
    await this.source.query('DELETE FROM oidc_artifact WHERE grant_id = $1', [grantId]);
  }

  async #one(sql: string, value: unknown): Promise<ArtifactRow | undefined> {
    const [row] = await this.source.query<StoredRow[]>(sql, [value]);
    return row === undefined ? undefined : toRow(row);
  }

  async #findAll(ids: readonly Buffer[]): Promise<readonly (ArtifactRow | undefined)[]> {
    const rows = await this.#prepared.rows<StoredRow>(
      'artifacts-by-id',
      `SELECT ${COLUMNS} FROM oidc_artifact WHERE id = ANY($1::bytea[])`,
      [ids],
    );
    const byId = new Map(rows.map((row) => [key(row.id), row]));
    return ids.map((id) => {
      const row = byId.get(key(id));
      return row === undefined ? undefined : toRow(row);
    });
  }

  async #findByUids(uids: readonly string[]): Promise<readonly (ArtifactRow | undefined)[]> {
    const rows = await this.#prepared.rows<StoredRow & { uid: string }>(
      'artifacts-by-uid',
      `SELECT uid, ${COLUMNS} FROM oidc_artifact WHERE uid = ANY($1::text[])`,
      [uids],
    );
    const byUid = new Map(rows.map((row) => [row.uid, toRow(row)]));
    return uids.map((uid) => byUid.get(uid));
  }

  /**
   * The condition is in the statement itself: of any number of concurrent uses, on any number of
   * replicas, one finds the row unconsumed. Of several uses at once the first has it. No clock decides:
   * those of two replicas differ.
   */
  async #consumeAll(uses: readonly Use[]): Promise<readonly boolean[]> {
    const first = [...new Map([...uses].reverse().map((use) => [key(use.id), use])).values()];
    const rows = await this.#prepared.rows<{ id: Buffer }>(
      'artifacts-consume',
      `UPDATE oidc_artifact AS artifact SET consumed_at = use.now
       FROM unnest($1::bytea[], $2::timestamptz[]) AS use (id, now)
       WHERE artifact.id = use.id AND consumed_at IS NULL
       RETURNING artifact.id`,
      [first.map(({ id }) => id), first.map(({ now }) => now)],
    );
    const consumed = new Set(rows.map(({ id }) => key(id)));
    return uses.map((use) => first.includes(use) && consumed.has(key(use.id)));
  }

  /** The last of several writes to one row wins, as it would one after the other. */
  async #upsertAll(rows: readonly NewArtifact[]): Promise<readonly undefined[]> {
    // In one order for everybody, so that two statements never wait for each other.
    const last = [...new Map(rows.map((row) => [key(row.id), row])).values()].sort((a, b) =>
      Buffer.compare(a.id, b.id),
    );
    await this.#prepared.rows(
      'artifacts-upsert',
      `INSERT INTO oidc_artifact
         (id, kind, payload, grant_id, account_id, client_id, uid, user_code, expires_at)
       SELECT * FROM unnest($1::bytea[], $2::text[], $3::json[], $4::text[], $5::text[],
                            $6::text[], $7::text[], $8::bytea[], $9::timestamptz[])
       ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
         account_id = excluded.account_id, client_id = excluded.client_id, uid = excluded.uid,
         user_code = excluded.user_code, expires_at = excluded.expires_at`,
      [
        last.map(({ id }) => id),
        last.map(({ kind }) => kind),
        last.map(({ payload }) => JSON.stringify(payload)),
        last.map(({ grantId }) => grantId ?? null),
        last.map(({ accountId }) => accountId ?? null),
        last.map(({ clientId }) => clientId ?? null),
        last.map(({ uid }) => uid ?? null),
        last.map(({ userCode }) => userCode ?? null),
        last.map(({ expiresAt }) => expiresAt),
      ],
    );
    return rows.map(() => undefined);
  }
}

const key = (id: Buffer): string => id.toString('latin1');

const toRow = ({ id, payload, consumed_at }: StoredRow): ArtifactRow => ({
  id,
  payload,
  consumedAt: consumed_at ?? undefined,
});
