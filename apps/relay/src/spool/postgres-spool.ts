import type { Logger } from '@sextant/platform-runtime/logging';
import {
  migrateDatabase,
  openDataSource,
  type PostgresConfig,
} from '@sextant/platform-data/postgres';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import { createHash } from 'node:crypto';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import type { RelayEvent, StoredEvent } from '../events/event.js';
import {
  SpoolClosed,
  SpoolRefused,
  type DeadLetter,
  type TargetWorker,
  type QueueSize,
  type NewDeadLetter,
  type Reply,
  type Routed,
  type Settled,
  Spool,
  type SpoolSizes,
  type WaitingDelivery,
} from './spool.js';
import { Leadership } from './postgres-leadership.js';
import { SPOOL_MIGRATIONS } from './postgres-schema.js';
import {
  deadLetterOf,
  deliveryOf,
  dueMsOf,
  storedEventOf,
  type DeadLetterRow,
  type DeliveryRow,
  type EventRow,
} from './rows.js';

const DATABASE = { app: 'relay', migrations: SPOOL_MIGRATIONS };

const REPLY_TTL_MS = 14 * 24 * 3_600_000;

/** The spool that replicas share. All of them accept events; one at a time delivers. */
export class PostgresSpool extends Spool {
  readonly #leadership: Leadership;

  private constructor(private readonly source: DataSource) {
    super();
    this.#leadership = new Leadership(source);
  }

  static async open(
    config: PostgresConfig,
    logger: Logger,
    metrics?: Metrics,
  ): Promise<PostgresSpool> {
    const shown = metrics === undefined ? {} : { metrics };
    return new PostgresSpool(await openDataSource({ ...DATABASE, config, logger, ...shown }));
  }

  /** Makes its tables, or brings them up to date. */
  static migrate(config: PostgresConfig, logger: Logger): Promise<void> {
    return migrateDatabase({ ...DATABASE, config, logger });
  }

  append(events: readonly RelayEvent[]): Promise<readonly number[]> {
    return insertEvents(this.source.manager, events);
  }

  async unrouted(limit: number): Promise<readonly StoredEvent[]> {
    const rows = await this.source.query<EventRow[]>(
      'SELECT seq, body FROM spool_events WHERE NOT routed ORDER BY seq LIMIT $1',
      [limit],
    );
    return rows.map(storedEventOf);
  }

  route({ seqs, deliveries, deadLetters }: Routed): Promise<readonly number[]> {
    const pending = new Map<number, number>();
    for (const { seq } of deliveries) pending.set(seq, (pending.get(seq) ?? 0) + 1);
    return this.#write(async (manager) => {
      const rows = await manager.query<{ id: string }[]>(
        `INSERT INTO spool_deliveries (seq, sink, target, key, not_before)
         SELECT seq, sink, target, key, not_before
         FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[])
           WITH ORDINALITY AS d (seq, sink, target, key, not_before, place) ORDER BY place
         RETURNING id`,
        [
          deliveries.map(({ seq }) => seq),
          deliveries.map(({ sink }) => sink),
          deliveries.map(({ target }) => withoutNul(target)),
          deliveries.map(({ key }) => withoutNul(key)),
          deliveries.map(({ notBeforeMs }) => notBeforeMs),
        ],
      );
      await manager.query(
        `UPDATE spool_events e SET routed = true, pending = r.pending
         FROM unnest($1::bigint[], $2::int[]) AS r (seq, pending) WHERE e.seq = r.seq`,
        [seqs, seqs.map((seq) => pending.get(seq) ?? 0)],
      );
      await removeFinished(manager, seqs);
      await insertDeadLetters(manager, deadLetters);
      return rows.map(({ id }) => Number(id));
    });
  }

  async waiting({ sink, target }: TargetWorker, afterId: number, limit: number) {
    const rows = await this.source.query<DeliveryRow[]>(
      `SELECT d.*, e.body, e.pending FROM spool_deliveries d JOIN spool_events e USING (seq)
       WHERE d.sink = $1 AND hashtextextended(d.target, 0) = hashtextextended($2, 0)
         AND d.target = $2 AND d.id > $3 ORDER BY d.id LIMIT $4`,
      [sink, target, afterId, limit],
    );
    return rows.map(deliveryOf) satisfies readonly WaitingDelivery[];
  }

  async settle({ done, retries, deadLetters, replies, events }: Settled): Promise<void> {
    await this.#write(async (manager) => {
      await removeDone(manager, done);
      await manager.query(
        `UPDATE spool_deliveries d SET attempts = r.attempts, not_before = r.at, error = r.error
         FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[]) AS r (id, attempts, at, error)
         WHERE d.id = r.id`,
        [
          retries.map(({ id }) => id),
          retries.map(({ attempts }) => attempts),
          retries.map(({ notBeforeMs }) => notBeforeMs),
          retries.map(({ error }) => withoutNul(error)),
        ],
      );
      await insertDeadLetters(manager, deadLetters);
      await insertReplies(manager, replies);
      await insertEvents(manager, events);
    });
  }

  async reply({ sink, target }: TargetWorker, key: string): Promise<Reply | undefined> {
    const [row] = await this.source.query<{ reply: string; at_ms: string }[]>(
      'SELECT reply, at_ms FROM spool_replies WHERE hash = $1',
      [replyHash(sink, target, key)],
    );
    if (row === undefined) return undefined;
    const reply = JSON.parse(row.reply) as Reply['reply'];
    return { sink, target, key, reply, atMs: Number(row.at_ms) };
  }

  async due(sink: string, nowMs: number, limit: number): Promise<readonly Reply['reply'][]> {
    const rows = await this.source.query<{ reply: string }[]>(
      `SELECT reply FROM spool_replies
       WHERE sink = $1 AND due_ms <= $2 ORDER BY at_ms DESC LIMIT $3`,
      [sink, nowMs, limit],
    );
    return rows.map(({ reply }) => JSON.parse(reply) as Reply['reply']);
  }

  async deadLetters(page: { beforeId?: number; limit: number }): Promise<readonly DeadLetter[]> {
    const rows = await this.source.query<DeadLetterRow[]>(
      'SELECT * FROM spool_dead_letters WHERE id < $1 ORDER BY id DESC LIMIT $2',
      [page.beforeId ?? Number.MAX_SAFE_INTEGER, page.limit],
    );
    return rows.map(deadLetterOf);
  }

  replay(ids: readonly number[] | 'all', nowMs: number): Promise<number> {
    return this.source.transaction(async (manager) => {
      const [rows] = await manager.query<[DeadLetterRow[], number]>(
        'DELETE FROM spool_dead_letters WHERE $1::bigint[] IS NULL OR id = ANY($1) RETURNING *',
        [ids === 'all' ? null : ids],
      );
      const letters = rows.map(deadLetterOf).sort((a, b) => a.id - b.id);
      const events = letters.map(({ event, sink, target }) => ({
        ...event,
        directed: { sinks: [sink], target },
        queuedMs: nowMs,
      }));
      await insertEvents(manager, events);
      return events.length;
    });
  }

  async removeDeadLetters(ids: readonly number[]): Promise<number> {
    const [, removed] = await this.source.query<[unknown, number]>(
      'DELETE FROM spool_dead_letters WHERE id = ANY($1::bigint[])',
      [ids],
    );
    return removed;
  }

  async sizes(): Promise<SpoolSizes> {
    const [counts] = await this.source.query<{ unrouted: string; dead: string }[]>(
      `SELECT (SELECT count(*) FROM spool_events WHERE NOT routed) AS unrouted,
         (SELECT count(*) FROM spool_dead_letters) AS dead`,
    );
    const workers = await this.source.query<Record<keyof QueueSize, string>[]>(
      `SELECT l.sink, l.target, l.waiting, substring(e.body from '"receivedMs":([0-9]+)') AS "oldestMs"
       FROM (SELECT sink, target, count(*) AS waiting, min(seq) AS first
         FROM spool_deliveries GROUP BY sink, target) l
       LEFT JOIN spool_events e ON e.seq = l.first`,
    );
    return {
      unrouted: Number(counts?.unrouted ?? 0),
      deadLetters: Number(counts?.dead ?? 0),
      workers: workers.map(({ sink, target, waiting, oldestMs }) => ({
        sink,
        target,
        waiting: Number(waiting),
        oldestMs: Number(oldestMs),
      })),
    };
  }

  space(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  lead(lost: () => void): Promise<void> {
    return this.#leadership.win(lost);
  }

  /** @throws {SpoolRefused} when the database names a fault of the values themselves */
  async #write<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.source.transaction(work);
    } catch (error) {
      if (!this.source.isInitialized) throw new SpoolClosed('', { cause: error });
      if (!(error instanceof Error) || !REFUSED.test(stateOf(error))) throw error;
      throw new SpoolRefused(error.message, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#leadership.close();
    await this.source.destroy();
  }
}

/** SQLSTATE: data exceptions, integrity violations, program limits (PostgreSQL, appendix A). */
const REFUSED = /^(22|23|54)/;

const stateOf = (error: Error): string =>
  error instanceof QueryFailedError
    ? ((error.driverError as { readonly code?: string } | undefined)?.code ?? '')
    : '';

/** What a reply is found by: the parts themselves may be too long for an index. */
const replyHash = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** PostgreSQL's text holds every character but this one. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

async function insertEvents(
  manager: EntityManager,
  events: readonly RelayEvent[],
): Promise<number[]> {
  if (events.length === 0) return [];
  const rows = await manager.query<{ seq: string }[]>(
    `INSERT INTO spool_events (body)
     SELECT body FROM unnest($1::text[]) WITH ORDINALITY AS e (body, place) ORDER BY place
     RETURNING seq`,
    [events.map((event) => JSON.stringify(event))],
  );
  return rows.map(({ seq }) => Number(seq));
}

async function removeDone(manager: EntityManager, done: Settled['done']): Promise<void> {
  await manager.query('DELETE FROM spool_deliveries WHERE id = ANY($1::bigint[])', [
    done.map(({ id }) => id),
  ]);
  const seqs = done.map(({ seq }) => seq);
  await manager.query(
    `UPDATE spool_events e SET pending = pending - d.n
     FROM (SELECT seq, count(*) AS n FROM unnest($1::bigint[]) AS s (seq) GROUP BY seq) d
     WHERE e.seq = d.seq`,
    [seqs],
  );
  await removeFinished(manager, seqs);
}

async function removeFinished(manager: EntityManager, seqs: readonly number[]): Promise<void> {
  await manager.query(
    'DELETE FROM spool_events WHERE seq = ANY($1::bigint[]) AND routed AND pending <= 0',
    [seqs],
  );
}

async function insertDeadLetters(
  manager: EntityManager,
  letters: readonly NewDeadLetter[],
): Promise<void> {
  for (const { event, sink, target, reason, attempts, atMs } of letters) {
    await manager.query(
      `INSERT INTO spool_dead_letters (body, sink, target, reason, attempts, at_ms)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [JSON.stringify(event), sink, withoutNul(target), withoutNul(reason), attempts, atMs],
    );
  }
}

async function insertReplies(manager: EntityManager, replies: readonly Reply[]): Promise<void> {
  for (const { sink, target, key, reply, atMs } of replies) {
    await manager.query(
      `INSERT INTO spool_replies (hash, sink, reply, at_ms, due_ms) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (hash) DO UPDATE
       SET reply = excluded.reply, at_ms = excluded.at_ms, due_ms = excluded.due_ms`,
      [replyHash(sink, target, key), sink, JSON.stringify(reply), atMs, dueMsOf({ reply })],
    );
  }
  const [first] = replies;
  if (first === undefined) return;
  await manager.query('DELETE FROM spool_replies WHERE at_ms < $1', [first.atMs - REPLY_TTL_MS]);
}
