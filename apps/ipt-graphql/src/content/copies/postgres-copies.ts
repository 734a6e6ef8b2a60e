import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Copy, CopyLook, CopyStore } from './copies.js';
import type { CopyBacklog } from '../copy-state.js';

/** Copies as rows. */
@Injectable()
export class PostgresCopies implements CopyStore {
  constructor(private readonly source: DataSource) {}

  async want(cids: readonly string[]): Promise<void> {
    await this.source.query(
      'INSERT INTO content_copies (cid) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
      [cids],
    );
  }

  async claim(limit: number, holdMs: number): Promise<readonly Copy[]> {
    const [rows] = await this.source.query<[Copy[], number]>(
      `UPDATE content_copies SET claimed_until = now() + $2 * interval '1 millisecond'
       WHERE cid IN (SELECT cid FROM content_copies
                     WHERE next_at <= now() AND coalesce(claimed_until <= now(), true)
                     ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING cid, state, request_id AS "requestId", attempts`,
      [limit, holdMs],
    );
    return rows;
  }

  async settle({ cid, state, requestId, attempts, nextAt, verifiedAt, error }: CopyLook) {
    await this.source.query(
      `UPDATE content_copies SET state = $2, request_id = $3, attempts = $4, next_at = $5, claimed_until = NULL,
         verified_at = coalesce($6, verified_at), error = $7,
         behind_since = CASE WHEN $2 = 'PINNED' THEN NULL ELSE coalesce(behind_since, now()) END
       WHERE cid = $1`,
      [cid, state, requestId, attempts, nextAt, verifiedAt, error],
    );
  }

  async missing(cids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.source.query<{ cid: string }[]>(
      `SELECT cid FROM unnest($1::text[]) wanted (cid)
       WHERE cid NOT IN (SELECT cid FROM content_copies WHERE cid = ANY($1) AND state = 'PINNED')`,
      [cids],
    );
    return rows.map(({ cid }) => cid);
  }

  async hasten(cids: readonly string[]): Promise<void> {
    // Whoever asks first among those that somebody waits for comes first, however often others ask.
    await this.source.query(
      `UPDATE content_copies SET next_at = now() - interval '100 years'
       WHERE cid = ANY($1) AND next_at > now() - interval '50 years'`,
      [cids],
    );
  }

  async backlog(): Promise<CopyBacklog> {
    const [row] = await this.source.query<CopyBacklog[]>(
      `SELECT count(*)::integer AS count,
         coalesce(extract(epoch FROM now() - min(behind_since)), 0)::float8 AS seconds
       FROM content_copies WHERE state <> 'PINNED'`,
    );
    return row ?? { count: 0, seconds: 0 };
  }
}
