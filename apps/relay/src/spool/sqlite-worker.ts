/**
 * The thread that owns the SQLite file. Everything that waits when it turns to the file goes into one
 * transaction, so that one sync to the disk serves many events.
 *
 * It imports nothing of the project but types: Node runs it from source as well, in tests.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { SpoolSpace } from './spool.js';
import type { SpoolSchema } from './sqlite-schema.js';

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
  /** It takes something on, and is refused before the disk is full; others make room. */
  readonly isIntake?: boolean;
  /** It takes out, and puts nothing in: the last of the reserve is for that. */
  readonly removes?: boolean;
}

/** What the thread works with. */
export interface SpoolFile {
  readonly file: string;
  /** Bytes of the disk that are kept for what makes room. */
  readonly reserveBytes: number;
  /** Bytes that events and dead letters may take; 0 for as many as the disk has. */
  readonly maxBytes: number;
  readonly schema: SpoolSchema;
}

export interface SqlReply {
  readonly id: number;
  /** One result per step. */
  readonly results?: readonly unknown[];
  readonly error?: string;
  readonly isFull?: boolean;
}

const { file, reserveBytes, maxBytes, schema } = workerData as SpoolFile;
const PAGE_BYTES = 4096;
/** Of auto_vacuum. */
const INCREMENTAL = 2;
/** Of the log before it is copied into the file: half of the reserve at most, for both may need room. */
const LOG_PAGES = Math.min(4000, Math.max(64, Math.floor(reserveBytes / 2 / PAGE_BYTES)));
/** The last of the reserve: for what leaves the file no larger. */
const LAST_BYTES = Math.floor(reserveBytes / 2);
/** Low bytes of result codes: SQLITE_IOERR, SQLITE_FULL. */
const IOERR = 10;
const FULL = 13;
const RECOVERY_MS = 1000;
const CHUNK = 1024 * 1024;
const PAGES_AT_ONCE = 5000;
const SMALL = 16 * CHUNK;

const codeOf = (error: unknown): number =>
  ((error as { readonly errcode?: number }).errcode ?? 0) & 0xff;

/** As SQLite would say it. */
class DiskFull extends Error {
  override readonly message = 'database or disk is full';
  readonly errcode = FULL;
}

const isOfDisk = (error: unknown): boolean => [IOERR, FULL].includes(codeOf(error));

/** A file that holds disk space. It is given up, in two parts, when what makes room finds none. */
class Reserve {
  readonly #file = `${file}-reserve`;
  #isHeld = reserveBytes === 0 || this.#size() >= reserveBytes;

  get isHeld(): boolean {
    return this.#isHeld;
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Takes the space, if the disk has twice as much; the last part before the other. */
  hold(freeBytes: number): void {
    const held = this.#size();
    const wanted = [reserveBytes, LAST_BYTES].find((bytes) => freeBytes >= 2 * bytes) ?? 0;
    if (this.#isHeld || held >= wanted) return;
    let descriptor: number | undefined;
    try {
      descriptor = openSync(this.#file, 'a', 0o600);
      const chunk = randomBytes(CHUNK); // No file system stores them in less.
      for (let size = held; size < wanted; size += CHUNK) {
        writeSync(descriptor, chunk, 0, Math.min(CHUNK, wanted - size));
      }
      this.#isHeld = wanted === reserveBytes;
    } catch {
      // The disk is full again, or has no room for another file: the next call tries once more.
      if (descriptor !== undefined) ftruncateSync(descriptor, held);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  /** Gives up all but some bytes. @returns whether there was anything to give up */
  release(keptBytes: number): boolean {
    if (this.#size() <= keptBytes) return false;
    if (keptBytes > 0) truncateSync(this.#file, keptBytes);
    else rmSync(this.#file, { force: true });
    this.#isHeld = reserveBytes === 0;
    return true;
  }
}

function open(): DatabaseSync {
  const opened = new DatabaseSync(file);
  try {
    // First: otherwise SQLite makes another file, for shared memory.
    opened.exec('PRAGMA locking_mode = EXCLUSIVE');
    // It writes to the file even when nothing changes.
    if (autoVacuumOf(opened) !== INCREMENTAL) opened.exec('PRAGMA auto_vacuum = INCREMENTAL');
    opened.exec(schema.tables);
    const columns = opened.prepare('PRAGMA table_info(replies)').all();
    if (!columns.some(({ name }) => name === 'due_ms')) opened.exec(schema.due);
    opened.exec(schema.dueIndex);
    opened.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
    opened.exec(schema.counters);
    return opened;
  } catch (error) {
    opened.close();
    // A file of an earlier version may lack a table.
    if (isOfDisk(error) && reserve.release(0)) return open();
    throw error;
  }
}

const autoVacuumOf = (opened: DatabaseSync): number =>
  Number(opened.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum']);

const reserve = new Reserve();
const database = open();
const statements = new Map<string, StatementSync>();
let queue: SqlRequest[] = [];
let recoveredMs = -RECOVERY_MS;
recover();

function statement(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const prepared = database.prepare(sql);
  statements.set(sql, prepared);
  return prepared;
}

const pages = (what: 'page_count' | 'freelist_count'): number =>
  Number(statement(`PRAGMA ${what}`).get()?.[what] ?? 0) * PAGE_BYTES;

const usedBytes = (): number => pages('page_count') - pages('freelist_count');

function freeOnDisk(): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

function space(): SpoolSpace {
  const used = usedBytes();
  const freeBytes = freeOnDisk() + pages('freelist_count');
  const isAmple = refusalOf(2 * used, freeBytes - used) === undefined;
  return { usedBytes: used, freeBytes, isAmple, refusal: refusalOf(used, freeBytes) };
}

function refusalOf(used: number, freeBytes: number): string | undefined {
  if (maxBytes > 0 && used >= maxBytes) {
    return `the spool holds ${used} bytes, and may hold ${maxBytes}`;
  }
  if (!reserve.isHeld)
    return 'the disk is full, or has no room for another file: the reserve of the spool is not held';
  return freeBytes >= reserveBytes
    ? undefined
    : `${freeBytes} bytes are free for the spool, and ${reserveBytes} are kept free`;
}

/** Files of earlier versions cannot give single pages back: they are written anew when there is little in them. */
function canShrink(): boolean {
  if (autoVacuumOf(database) !== 0) return true;
  if (usedBytes() > SMALL) return false;
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('VACUUM');
  return true;
}

/** Gives back what the file does not need any more, and takes the reserve again. */
function recover(): void {
  const nowMs = performance.now();
  if (reserve.isHeld || nowMs - recoveredMs < RECOVERY_MS) return;
  recoveredMs = nowMs;
  try {
    if (canShrink()) database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    return; // There is no room for that yet.
  }
  reserve.hold(freeOnDisk());
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

interface Attempt {
  readonly replies: readonly SqlReply[];
  readonly isFull: boolean;
  readonly isDone: boolean;
  /** It does not help to make room, as far as is known. */
  readonly grows: boolean;
}

function attempt(requests: readonly SqlRequest[]): Attempt {
  let grows = requests.some(adds);
  try {
    const isLogSmall = reserve.isHeld || isLogEmptied();
    database.exec('BEGIN IMMEDIATE');
    const before = usedBytes();
    const replies = requests.map(({ id, steps }) => ({ id, results: steps.map(run) }));
    const grownBytes = usedBytes() - before;
    grows ||= grownBytes > 0;
    if (grows && !isLogSmall) throw new DiskFull();
    // It is written to the log, and then to the file.
    if (grownBytes > 0 && freeOnDisk() < 2 * grownBytes) throw new DiskFull();
    database.exec('COMMIT');
    return { replies, isFull: false, isDone: true, grows };
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    const isFull = isOfDisk(error);
    const replies = requests.map(({ id }) => ({ id, error: reason, isFull }));
    return { replies, isFull, isDone: false, grows };
  }
}

/** Even what is as large as before is written to the log. */
const adds = ({ removes, steps }: SqlRequest): boolean =>
  removes !== true && steps.some(({ gives }) => gives !== 'rows');

/**
 * What the log holds needs room in the file as well. On a full disk, nothing may grow before that has been found: else
 * both fill it, and the last of the reserve is too little to copy the log.
 */
function isLogEmptied(): boolean {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  } catch {
    return false;
  }
}

/** One request that cannot be done does not take the others with it. */
function commit(requests: readonly SqlRequest[]): readonly SqlReply[] {
  let tried = attempt(requests);
  if (tried.isDone) return tried.replies;
  if (requests.length > 1) return requests.flatMap((request) => commit([request]));
  const makesRoom = requests.some(({ isIntake }) => isIntake !== true);
  for (const keptBytes of makesRoom ? [LAST_BYTES, 0] : []) {
    const isTooMuch = tried.grows && keptBytes === 0;
    if (tried.isFull && !isTooMuch && reserve.release(keptBytes)) tried = attempt(requests);
  }
  return tried.replies;
}

function flush(): void {
  const requests = queue;
  queue = [];
  recover();
  const isAsking = requests.some(({ isIntake }) => isIntake === true);
  const refusal = isAsking ? space().refusal : undefined;
  const isRefused = ({ isIntake }: SqlRequest) => isIntake === true && refusal !== undefined;
  const taken = requests.filter((request) => !isRefused(request));
  const replies = taken.length === 0 ? [] : commit(taken);
  const refused = requests.filter(isRefused).map(({ id }) => ({ id, error: refusal ?? '' }));
  parentPort?.postMessage([...replies, ...refused]);
}

parentPort?.on('message', (request: SqlRequest | 'close' | { readonly spaceFor: number }) => {
  if (request === 'close') {
    if (queue.length > 0) flush();
    database.close();
    parentPort?.postMessage([{ id: 0, results: [] }] satisfies SqlReply[]);
    parentPort?.close();
    return;
  }
  if ('spaceFor' in request) {
    recover();
    parentPort?.postMessage([{ id: request.spaceFor, results: [space()] }] satisfies SqlReply[]);
    return;
  }
  if (queue.length === 0) setImmediate(flush);
  queue.push(request);
});

parentPort?.postMessage([{ id: -1, results: [] }] satisfies SqlReply[]);
