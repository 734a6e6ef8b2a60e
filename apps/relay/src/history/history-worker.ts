/**
 * The thread of the history: what it does takes no time of those that store and deliver.
 *
 * It imports nothing of the project but types: Node runs it from source as well, in tests.
 */
import { closeSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryEvent, HistoryPage, HistoryQuery, Sample, SampleQuery } from './history.js';
import type { Answer, Asked, Batch, HistoryFile, Question } from './history-messages.js';

type Cell = string | number | null;

/** Locked first: otherwise SQLite makes another file, for shared memory. */
const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA journal_size_limit = 8388608;
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    source TEXT NOT NULL,
    type TEXT NOT NULL,
    kind TEXT NOT NULL,
    namespace TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS events_id ON events (id);
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    sink TEXT NOT NULL,
    target TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT
  );
  CREATE INDEX IF NOT EXISTS deliveries_event ON deliveries (event_id);
  CREATE TABLE IF NOT EXISTS samples (
    at_ms INTEGER NOT NULL,
    sink TEXT NOT NULL,
    target TEXT NOT NULL,
    waiting INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    PRIMARY KEY (at_ms, sink, target)
  ) WITHOUT ROWID;
`;

/** Low bytes of result codes: SQLITE_CORRUPT, SQLITE_NOTADB. */
const BROKEN = [11, 26];
/** SQLITE_IOERR, SQLITE_FULL. */
const WITHOUT_ROOM = [10, 13];
const PAGE_BYTES = 4096;
/** Rows that one question looks at, and that one turn of clearing up removes. */
const SCANNED = 50_000;
const CLEARED = 5_000;
const CLEAR_MS = 60_000;
const LOOK_MS = 1_000;
const MAX_DELIVERIES = 500;
/** It begins again when there is more room than when it ended, and not at once: the room was made for the spool. */
const ROOM_TO_RESUME = 1.25;
const PAUSE_MS = 60_000;

const { file, keptMs, maxBytes, leastFreeBytes } = workerData as HistoryFile;
let statements = new Map<string, StatementSync>();
let database = open(':memory:');
/** Whether the disk has too little room: what is asked for meanwhile is nothing, in memory. */
let isPaused = true;
let pausedMs = -PAUSE_MS;

const isOneOf = (codes: readonly number[], error: unknown): boolean =>
  codes.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);

function open(name: string): DatabaseSync {
  // SQLite would let everybody read it.
  if (name === file) closeSync(openSync(file, 'a', 0o600));
  const opened = new DatabaseSync(name);
  try {
    opened.exec(SCHEMA);
    return opened;
  } catch (error) {
    opened.close();
    if (!isOneOf(BROKEN, error)) throw error;
    remove(); // Nobody can read it any more, and nobody was promised it.
    return open(name);
  }
}

function remove(): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
}

function use(next: DatabaseSync): void {
  statements = new Map();
  database.close();
  database = next;
}

function freeOnDisk(): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/** What is there from before may be what fills the disk: without room to open it, it is removed unopened. */
function begin(): void {
  try {
    if (statSync(file).size > 0) resume();
  } catch (error) {
    if (!isOneOf(WITHOUT_ROOM, error) || freeOnDisk() >= leastFreeBytes) throw error;
    remove();
    pausedMs = performance.now();
  }
  giveWay();
}

/** The spool needs the room: a file that is removed gives it back at once, where deleting rows would need some. */
function giveWay(): void {
  const freeBytes = freeOnDisk();
  if (!isPaused && freeBytes < leastFreeBytes) {
    use(open(':memory:'));
    remove();
    isPaused = true;
    pausedMs = performance.now();
    return;
  }
  const isOver = isPaused && performance.now() - pausedMs >= PAUSE_MS;
  if (isOver && freeBytes >= leastFreeBytes * ROOM_TO_RESUME) resume();
}

/** @throws {Error} when the file cannot be opened, as when another process has it */
function resume(): void {
  use(open(file));
  isPaused = false;
}

function statement(sql: string): StatementSync {
  const known = statements.get(sql) ?? database.prepare(sql);
  statements.set(sql, known);
  return known;
}

const numberOf = (sql: string, ...cells: Cell[]): number =>
  Number(Object.values(statement(sql).get(...cells) ?? {})[0] ?? 0);

function transaction(work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function add({ events, deliveries, samples }: Batch): void {
  giveWay();
  if (isPaused) throw new Error('The disk has no room for history.');
  const event = statement(
    'INSERT INTO events (id, at_ms, source, type, kind, namespace, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const delivery = statement(
    'INSERT INTO deliveries (event_id, at_ms, sink, target, outcome, reason) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const sample = statement('INSERT OR REPLACE INTO samples VALUES (?, ?, ?, ?, ?, ?, ?)');
  transaction(() => {
    for (const e of events) {
      event.run(e.id, e.atMs, e.source, e.type, e.kind, e.namespace, e.body);
    }
    for (const d of deliveries) {
      delivery.run(d.eventId, d.atMs, d.sink, d.target, d.outcome, d.reason ?? null);
    }
    for (const s of samples) {
      sample.run(s.atMs, s.sink, s.target, s.waiting, Number(s.isOpen), s.delivered, s.failed);
    }
  });
}

interface Condition {
  readonly sql: string;
  readonly cells: readonly Cell[];
}

/** SQLite's `lower` knows ASCII only, and the text is in JSON there. */
const asWritten = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function conditions(query: HistoryQuery): readonly Condition[] {
  const { kind, namespace, source, type, text, fromMs, toMs, labels = [] } = query;
  const given = (sql: string, cell: Cell | undefined): Condition[] =>
    cell === undefined ? [] : [{ sql, cells: [cell] }];
  return [
    ...given('at_ms >= ?', fromMs),
    ...given('at_ms < ?', toMs),
    ...given('kind = ?', kind),
    ...given('namespace = ?', namespace),
    ...given('source = ?', source),
    ...given('type = ?', type),
    ...given('instr(lower(body), ?) > 0', text === undefined ? undefined : asWritten(text)),
    ...labels.map(({ name, value, isNot }) => ({
      sql: `${isNot ? 'NOT ' : ''}EXISTS (SELECT 1 FROM json_each(body, '$.labels') WHERE key = ? AND atom = ?)`,
      cells: [name, value],
    })),
  ];
}

interface EventRow {
  readonly seq: number;
  readonly at_ms: number;
  readonly body: string;
}

const eventOf = ({ seq, at_ms: atMs, body }: EventRow): HistoryEvent => ({
  ...{ seq, atMs },
  event: JSON.parse(body) as HistoryEvent['event'],
});

function search(query: HistoryQuery): HistoryPage {
  const newest = numberOf('SELECT max(seq) FROM events') + 1;
  const before = Math.min(query.before ?? newest, newest);
  const floor = before - SCANNED;
  const asked = [
    { sql: 'seq < ?', cells: [before] },
    { sql: 'seq >= ?', cells: [floor] },
    ...conditions(query),
  ];
  const where = asked.map(({ sql }) => sql).join(' AND ');
  const sql = `SELECT seq, at_ms, body FROM events WHERE ${where} ORDER BY seq DESC LIMIT ?`;
  const cells = [...asked.flatMap((condition) => condition.cells), query.limit];
  const rows = statement(sql).all(...cells) as unknown as EventRow[];
  const last = rows.length === query.limit ? rows.at(-1)?.seq : undefined;
  const isMore = floor > numberOf('SELECT min(seq) FROM events');
  return { events: rows.map(eventOf), before: last ?? (isMore ? floor : undefined) };
}

function find(id: string) {
  const sql = 'SELECT seq, at_ms, body FROM events WHERE id = ? ORDER BY seq DESC LIMIT 1';
  const row = statement(sql).get(id) as unknown as EventRow | undefined;
  if (row === undefined) return undefined;
  const deliveries = statement(
    `SELECT event_id AS eventId, at_ms AS atMs, sink, target, outcome, reason FROM deliveries
      WHERE event_id = ? ORDER BY seq LIMIT ?`,
  ).all(id, MAX_DELIVERIES);
  return { ...eventOf(row), deliveries };
}

const samples = ({ fromMs, toMs, stepMs }: SampleQuery): readonly Sample[] =>
  statement(
    `SELECT at_ms / ?1 * ?1 AS atMs, sink, target, max(waiting) AS waiting, max(is_open) AS isOpen,
        sum(delivered) AS delivered, sum(failed) AS failed
      FROM samples WHERE at_ms >= ?2 AND at_ms < ?3 GROUP BY 1, 2, 3 ORDER BY 1`,
  )
    .all(stepMs, fromMs, toMs)
    .map((row) => ({ ...row, isOpen: Number(row['isOpen']) === 1 }) as unknown as Sample);

/** Removes the oldest, some at a time: questions are answered in between. */
function clear(): void {
  const oldestMs = Date.now() - keptMs;
  const pages = numberOf('PRAGMA page_count') - numberOf('PRAGMA freelist_count');
  const isTooLarge = pages * PAGE_BYTES > maxBytes;
  const removed = ['events', 'deliveries'].map((table) => {
    const { changes } = statement(
      `DELETE FROM ${table} WHERE seq <= (SELECT max(seq) FROM
        (SELECT seq, at_ms FROM ${table} ORDER BY seq LIMIT ${CLEARED}) WHERE ?1 OR at_ms < ?2)`,
    ).run(Number(isTooLarge), oldestMs);
    return Number(changes);
  });
  statement('DELETE FROM samples WHERE at_ms < ?').run(oldestMs);
  const isDone = removed.every((count) => count < CLEARED);
  if (isDone) database.exec('PRAGMA incremental_vacuum(2000)');
  else setImmediate(() => carefully(clear));
}

/** What fails now is tried again the next time. */
function carefully(work: () => void): void {
  try {
    work();
  } catch {
    // The disk is full, or others have the file: whoever writes hears of it.
  }
}

function answerTo(question: Question): unknown {
  switch (question.what) {
    case 'add':
      add(question.batch);
      return undefined;
    case 'search':
      return search(question.query);
    case 'find':
      return find(question.id);
    case 'samples':
      return samples(question.query);
    case 'close':
      database.close();
      return undefined;
  }
}

parentPort?.on('message', ({ id, question }: Asked) => {
  try {
    parentPort?.postMessage({ id, result: answerTo(question) } satisfies Answer);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ id, error: reason } satisfies Answer);
  }
  if (question.what === 'close') parentPort?.close();
});

begin();
setInterval(() => carefully(giveWay), LOOK_MS).unref();
setInterval(() => carefully(clear), CLEAR_MS).unref();
parentPort?.postMessage({ id: 0, result: undefined } satisfies Answer);
