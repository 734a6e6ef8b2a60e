import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { DataSource } from 'typeorm';
import type { RevocationStreams } from './revocations.js';
import type { EventKind, SecurityEvent } from './security-events.js';
import { SETTLED_BEFORE, uuidOrNull } from '../database/sql.js';

interface Row {
  readonly transaction: string;
  readonly sequence: string;
  readonly kind: EventKind;
  readonly token: Buffer | null;
  readonly subject: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly expires_at: Date;
  readonly age_seconds: number;
}

interface Cursor extends Pick<Row, 'transaction' | 'sequence'> {
  readonly events: EventKind[];
}

/** Every receiver has one or two. */
const MOST_LISTED = 1000;
const PLACE = /^(\d{1,20})\.(\d{1,19})$/;

@Injectable()
export class PostgresRevocationStreams implements RevocationStreams {
  constructor(
    private readonly source: DataSource,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async open(kinds: readonly EventKind[]): Promise<string> {
    const id = this.ids.next();
    await this.source.query('INSERT INTO ssf_stream (id, events) VALUES ($1, $2)', [id, kinds]);
    return id;
  }

  async close(id: string): Promise<boolean> {
    const [rows] = await this.source.query<[unknown[], number]>(
      'DELETE FROM ssf_stream WHERE id = $1 RETURNING 1',
      [uuidOrNull(id)],
    );
    return rows.length > 0;
  }

  async kindsOf(id: string): Promise<readonly EventKind[] | undefined> {
    const [row] = await this.source.query<Pick<Cursor, 'events'>[]>(
      'SELECT events FROM ssf_stream WHERE id = $1',
      [uuidOrNull(id)],
    );
    return row?.events;
  }

  async list() {
    const rows = await this.source.query<{ id: string; events: EventKind[] }[]>(
      `SELECT id, events FROM ssf_stream ORDER BY id LIMIT ${MOST_LISTED}`,
    );
    return rows.map(({ id, events: kinds }) => ({ id, kinds }));
  }

  async change(id: string, kinds: readonly EventKind[]): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(
      'UPDATE ssf_stream SET events = $2, seen_at = now() WHERE id = $1',
      [uuidOrNull(id), kinds],
    );
    return count > 0;
  }

  async heard(id: string, place: string): Promise<void> {
    const [, transaction, sequence] = PLACE.exec(place) ?? [];
    if (transaction === undefined) return;
    await this.source.query(
      `UPDATE ssf_stream SET transaction = $2::text::xid8, sequence = $3, seen_at = now()
       WHERE id = $1 AND (transaction, sequence) < ($2::text::xid8, $3::bigint)`,
      [uuidOrNull(id), transaction, sequence],
    );
  }

  /** Only what no transaction can come before any more: else the next question would skip that one. */
  async next(id: string, limit: number): Promise<readonly SecurityEvent[] | undefined> {
    const stream = await this.#cursorOf(id);
    if (stream === undefined) return undefined;
    const rows = await this.source.query<Row[]>(
      `SELECT transaction::text AS transaction, sequence::text AS sequence, kind, token, subject,
              details, expires_at, extract(epoch FROM clock_timestamp() - at)::float8 AS age_seconds
       FROM revocation
       WHERE (transaction, sequence) > ($1::text::xid8, $2::bigint) AND expires_at > now()
         AND kind = ANY($4::text[]) AND transaction < ${SETTLED_BEFORE}
       ORDER BY revocation.transaction, revocation.sequence LIMIT $3`,
      [stream.transaction, stream.sequence, limit, stream.events],
    );
    const nowMs = this.clock.nowMs();
    return rows.map((row) => toEvent(row, nowMs));
  }

  /** Noted once a minute that it was asked for: who waits asks often, and each time would leave a dead row. */
  async #cursorOf(id: string): Promise<Cursor | undefined> {
    const [stream] = await this.source.query<(Cursor & { readonly is_stale: boolean })[]>(
      `SELECT transaction::text AS transaction, sequence::text AS sequence, events,
              seen_at < now() - interval '1 minute' AS is_stale
       FROM ssf_stream WHERE id = $1`,
      [uuidOrNull(id)],
    );
    if (stream?.is_stale === true) {
      await this.source.query('UPDATE ssf_stream SET seen_at = now() WHERE id = $1', [id]);
    }
    return stream;
  }

  async isHeldBack(): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `SELECT 1 FROM revocation
       WHERE transaction >= ${SETTLED_BEFORE} AND expires_at > now() LIMIT 1`,
    );
    return rows.length > 0;
  }

  async sweep(now: Date): Promise<void> {
    await this.source.query('DELETE FROM revocation WHERE expires_at < $1', [now]);
    await this.source.query(
      `DELETE FROM ssf_stream
       WHERE push_url IS NULL AND seen_at < $1::timestamptz - interval '1 day'`,
      [now],
    );
  }
}

/**
 * By this process's clock, with which tokens are dated: one of the database that is ahead would make siblings refuse
 * what was given out after the event.
 */
function toEvent(row: Row, nowMs: number): SecurityEvent {
  const { transaction, sequence, kind, token, subject, details, expires_at: expiresAt } = row;
  const at = new Date(nowMs - row.age_seconds * 1000);
  const place = `${transaction}.${sequence}`;
  return kind === 'session-revoked'
    ? { kind, place, at, token: token ?? Buffer.alloc(0), expiresAt }
    : { kind, place, at, subject: subject ?? '', details };
}
