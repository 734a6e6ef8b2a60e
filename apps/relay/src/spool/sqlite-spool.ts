import { chmod, open } from 'node:fs/promises';
import { forSetting, makeFolder } from '@sextant/platform-runtime/config';
import { join } from 'node:path';
import type { RelayEvent, StoredEvent } from '../events/event.js';
import {
  type DeadLetter,
  type TargetWorker,
  type QueueSize,
  type NewDeadLetter,
  type Reply,
  type Routed,
  type Settled,
  Spool,
  type SpoolSizes,
  type SpoolSpace,
  type WaitingDelivery,
} from './spool.js';
import {
  deadLetterOf,
  deliveryOf,
  dueMsOf,
  storedEventOf,
  type DeadLetterRow,
  type DeliveryRow,
  type EventRow,
} from './rows.js';
import { SqliteThread } from './sqlite-thread.js';
import type { SpoolFile, SqlStep } from './sqlite-worker.js';

const FILE = 'spool.sqlite';
/** Replies are needed as long as an alert may be resolved; after this it counts as forgotten. */
const REPLY_TTL_MS = 14 * 24 * 3_600_000;

/** What of the disk the spool may take. */
export type SpoolLimits = Omit<SpoolFile, 'file' | 'schema'>;

const NO_LIMITS: SpoolLimits = { reserveBytes: 0, maxBytes: 0 };

/**
 * The spool of one process: SQLite in a folder of its own, in a thread of its own. The file is locked,
 * so that two processes never share it by mistake.
 */
export class SqliteSpool extends Spool {
  private constructor(private readonly thread: SqliteThread) {
    super();
  }

  /** @param ended called when its thread ends by itself */
  static async open(
    folder: string,
    limits: SpoolLimits = NO_LIMITS,
    ended?: (error: Error) => void,
  ): Promise<SqliteSpool> {
    forSetting('EVENTS_SPOOL_DIR', () => makeFolder(folder));
    const file = join(folder, FILE);
    // SQLite gives its log the mode of the file.
    await (await open(file, 'a', 0o600)).close();
    await chmod(file, 0o600);
    return new SqliteSpool(await SqliteThread.open({ file, ...limits }, ended));
  }

  async append(events: readonly RelayEvent[]): Promise<readonly number[]> {
    const rows = events.map((event) => [JSON.stringify(event)]);
    const [seqs] = await this.thread.run(
      [{ sql: 'INSERT INTO events (body) VALUES (?)', rows, gives: 'ids' }],
      { isIntake: true },
    );
    return seqs as number[];
  }

  async unrouted(limit: number): Promise<readonly StoredEvent[]> {
    const sql = 'SELECT seq, body FROM events WHERE routed = 0 ORDER BY seq LIMIT ?';
    return (await this.read<EventRow>(sql, limit)).map(storedEventOf);
  }

  async route({ seqs, deliveries, deadLetters }: Routed): Promise<readonly number[]> {
    const pending = new Map<number, number>();
    for (const { seq } of deliveries) pending.set(seq, (pending.get(seq) ?? 0) + 1);
    const kept = seqs.filter((seq) => pending.has(seq));
    const gone = seqs.filter((seq) => !pending.has(seq));
    const [ids] = await this.thread.run([
      {
        sql: 'INSERT INTO deliveries (seq, sink, target, key, not_before) VALUES (?, ?, ?, ?, ?)',
        rows: deliveries.map((d) => [d.seq, d.sink, d.target, d.key, d.notBeforeMs]),
        gives: 'ids',
      },
      {
        sql: 'UPDATE events SET routed = 1, pending = ? WHERE seq = ?',
        rows: kept.map((seq) => [pending.get(seq) ?? 0, seq]),
        gives: 'nothing',
      },
      {
        sql: 'DELETE FROM events WHERE seq = ?',
        rows: gone.map((seq) => [seq]),
        gives: 'nothing',
      },
      insertDeadLetters(deadLetters),
    ]);
    return ids as number[];
  }

  async waiting({ sink, target }: TargetWorker, afterId: number, limit: number) {
    const sql = `SELECT d.*, e.body, e.pending FROM deliveries d JOIN events e USING (seq)
      WHERE d.sink = ? AND d.target = ? AND d.id > ? ORDER BY d.id LIMIT ?`;
    const rows = await this.read<DeliveryRow>(sql, sink, target, afterId, limit);
    return rows.map(deliveryOf) satisfies readonly WaitingDelivery[];
  }

  async settle({ done, retries, deadLetters, replies, events }: Settled): Promise<void> {
    const seqs = done.map(({ seq }) => [seq]);
    const added = [...deadLetters, ...replies, ...events];
    const steps: SqlStep[] = [
      {
        sql: 'DELETE FROM deliveries WHERE id = ?',
        rows: done.map(({ id }) => [id]),
        gives: 'nothing',
      },
      {
        sql: 'UPDATE events SET pending = pending - 1 WHERE seq = ?',
        rows: seqs,
        gives: 'nothing',
      },
      { sql: 'DELETE FROM events WHERE seq = ? AND pending <= 0', rows: seqs, gives: 'nothing' },
      {
        sql: 'UPDATE deliveries SET attempts = ?, not_before = ?, error = ? WHERE id = ?',
        rows: retries.map((r) => [r.attempts, r.notBeforeMs, r.error, r.id]),
        gives: 'nothing',
      },
      insertDeadLetters(deadLetters),
      ...insertReplies(replies),
      {
        sql: 'INSERT INTO events (body) VALUES (?)',
        rows: events.map((event) => [JSON.stringify(event)]),
        gives: 'nothing',
      },
    ];
    await this.thread.run(steps, { removes: done.length > 0 && added.length === 0 });
  }

  async reply({ sink, target }: TargetWorker, key: string): Promise<Reply | undefined> {
    const sql =
      'SELECT reply, at_ms AS atMs FROM replies WHERE sink = ? AND target = ? AND key = ?';
    const [row] = await this.read<{ reply: string; atMs: number }>(sql, sink, target, key);
    if (row === undefined) return undefined;
    const reply = JSON.parse(row.reply) as Reply['reply'];
    return { sink, target, key, reply, atMs: row.atMs };
  }

  async due(sink: string, nowMs: number, limit: number): Promise<readonly Reply['reply'][]> {
    const sql = `SELECT reply FROM replies
      WHERE sink = ? AND due_ms <= ? ORDER BY at_ms DESC LIMIT ?`;
    const rows = await this.read<{ reply: string }>(sql, sink, nowMs, limit);
    return rows.map(({ reply }) => JSON.parse(reply) as Reply['reply']);
  }

  async deadLetters(page: { beforeId?: number; limit: number }): Promise<readonly DeadLetter[]> {
    const sql = 'SELECT * FROM dead_letters WHERE id < ? ORDER BY id DESC LIMIT ?';
    const before = page.beforeId ?? Number.MAX_SAFE_INTEGER;
    return (await this.read<DeadLetterRow>(sql, before, page.limit)).map(deadLetterOf);
  }

  async replay(ids: readonly number[] | 'all', nowMs: number): Promise<number> {
    const [where, cells] =
      ids === 'all'
        ? [INTACT, []]
        : [`${INTACT} AND id IN (SELECT value FROM json_each(?))`, [JSON.stringify(ids)]];
    // The database itself adds where the event is to go, so that all of it is one transaction.
    const copy = `INSERT INTO events (body)
      SELECT json_set(body, '$.directed', json_object('sinks', json_array(sink), 'target', target),
        '$.queuedMs', ?)
      FROM dead_letters WHERE ${where} ORDER BY id`;
    const [, removed] = await this.thread.run([
      { sql: copy, rows: [[nowMs, ...cells]], gives: 'nothing' },
      { sql: `DELETE FROM dead_letters WHERE ${where}`, rows: [cells], gives: 'changes' },
    ]);
    return removed as number;
  }

  async removeDeadLetters(ids: readonly number[]): Promise<number> {
    const rows = ids.map((id) => [id]);
    const [removed] = await this.thread.run(
      [{ sql: 'DELETE FROM dead_letters WHERE id = ?', rows, gives: 'changes' }],
      { removes: true },
    );
    return removed as number;
  }

  async sizes(): Promise<SpoolSizes> {
    const [counts, workers] = await this.thread.run([
      step(`SELECT (SELECT count(*) FROM events WHERE routed = 0) AS unrouted, n AS deadLetters
        FROM letters`),
      step(`SELECT l.sink, l.target, l.waiting,
          CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.receivedMs') ELSE 0 END AS oldestMs
        FROM workers l
        LEFT JOIN events e ON e.seq = (SELECT seq FROM deliveries d
          WHERE d.sink = l.sink AND d.target = l.target ORDER BY id LIMIT 1)
        WHERE l.waiting > 0`),
    ]);
    const [sums] = counts as Pick<SpoolSizes, 'unrouted' | 'deadLetters'>[];
    if (sums === undefined) throw new Error('The counters have no row.');
    return { ...sums, workers: workers as QueueSize[] };
  }

  space(): Promise<SpoolSpace> {
    return this.thread.space();
  }

  /** The file is locked: whoever could open it delivers. */
  async lead(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  private async read<Row>(sql: string, ...cells: (string | number)[]): Promise<Row[]> {
    const [rows] = await this.thread.run([{ sql, rows: [cells], gives: 'rows' }]);
    return rows as Row[];
  }
}

/** What cannot be read cannot be sent either. */
const INTACT = 'json_valid(body)';

const step = (sql: string): SqlStep => ({ sql, rows: [[]], gives: 'rows' });

const insertDeadLetters = (letters: readonly NewDeadLetter[]): SqlStep => ({
  sql: `INSERT INTO dead_letters (body, sink, target, reason, attempts, at_ms)
    VALUES (?, ?, ?, ?, ?, ?)`,
  rows: letters.map((l) => [
    JSON.stringify(l.event),
    l.sink,
    l.target,
    l.reason,
    l.attempts,
    l.atMs,
  ]),
  gives: 'nothing',
});

function insertReplies(replies: readonly Reply[]): SqlStep[] {
  const [first] = replies;
  if (first === undefined) return [];
  return [
    {
      sql: `INSERT INTO replies (sink, target, key, reply, at_ms, due_ms) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (sink, target, key) DO UPDATE
        SET reply = excluded.reply, at_ms = excluded.at_ms, due_ms = excluded.due_ms`,
      rows: replies.map((r) => [
        ...[r.sink, r.target, r.key, JSON.stringify(r.reply), r.atMs],
        dueMsOf(r) ?? null,
      ]),
      gives: 'nothing',
    },
    {
      sql: 'DELETE FROM replies WHERE at_ms < ?',
      rows: [[first.atMs - REPLY_TTL_MS]],
      gives: 'nothing',
    },
  ];
}
