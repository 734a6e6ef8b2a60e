/**
 * The thread that owns the SQLite file. Everything that waits when it turns to the file goes into one
 * transaction, so that one sync to the disk serves many events.
 *
 * It imports nothing of the project: Node runs it from source as well, in tests.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

type Cell = string | number | null;

/** Runs one statement once per row of parameters, or reads with it. */
export interface SqlStep {
  readonly sql: string;
  readonly rows: readonly (readonly Cell[])[];
  /** What to give back: rows read, ids inserted, or how many rows were changed. */
  readonly gives: 'rows' | 'ids' | 'changes' | 'nothing';
}

export interface SqlRequest {
  readonly id: number;
  readonly steps: readonly SqlStep[];
}

export interface SqlReply {
  readonly id: number;
  /** One result per step. */
  readonly results?: readonly unknown[];
  readonly error?: string;
}

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    body TEXT NOT NULL,
    routed INTEGER NOT NULL DEFAULT 0,
    pending INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS events_unrouted ON events (seq) WHERE routed = 0;
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL,
    sink TEXT NOT NULL,
    target TEXT NOT NULL,
    key TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    error TEXT
  );
  CREATE INDEX IF NOT EXISTS deliveries_lane ON deliveries (sink, target, id);
  CREATE TABLE IF NOT EXISTS dead_letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    body TEXT NOT NULL,
    sink TEXT NOT NULL,
    target TEXT NOT NULL,
    reason TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS replies (
    sink TEXT NOT NULL,
    target TEXT NOT NULL,
    key TEXT NOT NULL,
    reply TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (sink, target, key)
  ) WITHOUT ROWID;
`;

const { file } = workerData as { readonly file: string };
const database = new DatabaseSync(file);
database.exec(SCHEMA);
const statements = new Map<string, StatementSync>();
let queue: SqlRequest[] = [];

function statement(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const prepared = database.prepare(sql);
  statements.set(sql, prepared);
  return prepared;
}

function run({ sql, rows, gives }: SqlStep): unknown {
  const prepared = statement(sql);
  if (gives === 'rows') return rows.flatMap((cells) => prepared.all(...cells));
  const ids: number[] = [];
  let changes = 0;
  for (const cells of rows) {
    const outcome = prepared.run(...cells);
    changes += Number(outcome.changes);
    if (gives === 'ids') ids.push(Number(outcome.lastInsertRowid));
  }
  if (gives === 'ids') return ids;
  return gives === 'changes' ? changes : undefined;
}

function commit(requests: readonly SqlRequest[]): SqlReply[] {
  try {
    database.exec('BEGIN IMMEDIATE');
    const replies = requests.map(({ id, steps }) => ({ id, results: steps.map(run) }));
    database.exec('COMMIT');
    return replies;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    return requests.map(({ id }) => ({ id, error: reason }));
  }
}

function flush(): void {
  const requests = queue;
  queue = [];
  const replies = commit(requests);
  // One request that cannot be done must not take the others with it.
  const again = replies.length > 1 && replies.every(({ error }) => error !== undefined);
  parentPort?.postMessage(again ? requests.flatMap((request) => commit([request])) : replies);
}

parentPort?.on('message', (request: SqlRequest | 'close') => {
  if (request === 'close') {
    if (queue.length > 0) flush();
    database.close();
    parentPort?.postMessage([{ id: 0, results: [] }] satisfies SqlReply[]);
    parentPort?.close();
    return;
  }
  if (queue.length === 0) setImmediate(flush);
  queue.push(request);
});

parentPort?.postMessage([{ id: -1, results: [] }] satisfies SqlReply[]);
