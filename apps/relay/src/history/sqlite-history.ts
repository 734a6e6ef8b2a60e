import { builtFile, makeFolder } from '@sextant/platform-runtime/config';
import { chmod, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RelayEvent } from '../events/event.js';
import {
  History,
  type HistoryCounts,
  type HistoryDelivery,
  type HistoryPage,
  type HistoryQuery,
  type Sample,
  type SampleQuery,
} from './history.js';
import type { Answer, Asked, Batch, HistoryFile, NewEvent, Question } from './history-messages.js';

const FILE = 'history.sqlite';
const READY = 0;
/** What waits to be written, in memory: beyond, it is dropped and counted. */
const MAX_HELD = 20_000;
const MAX_HELD_BYTES = 32 * 1024 * 1024;
/** Written together, and seldom: it shares its disk with the spool. */
const FLUSH_MS = 100;

export type HistoryLimits = Omit<HistoryFile, 'file'>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const WORKER_FILE = builtFile(import.meta.url, './history-worker.js');

const nothing = (): Mutable<Batch> => ({ events: [], deliveries: [], samples: [] });

/** The history in SQLite, in a file and a thread of its own. */
export class SqliteHistory extends History {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = READY + 1;
  #failure: Error | undefined;
  #batch = nothing();
  /** Not yet written, here and in the thread. */
  #held = 0;
  #heldBytes = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(file: HistoryFile) {
    super();
    this.#worker = new Worker(WORKER_FILE, { workerData: file, execArgv: [] });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error: unknown) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread of the history has ended.')));
  }

  /** @throws {Error} when the file cannot be opened, as when another process has it */
  static async open(folder: string, limits: HistoryLimits): Promise<SqliteHistory> {
    makeFolder(folder);
    const file = join(folder, FILE);
    await (await open(file, 'a', 0o600)).close();
    await chmod(file, 0o600);
    const history = new SqliteHistory({ file, ...limits });
    await new Promise((resolve, reject) => history.#waiting.set(READY, { resolve, reject }));
    return history;
  }

  addEvents(events: readonly RelayEvent[], atMs: number): void {
    for (const event of events) {
      if (this.#isFull()) this.#dropped += 1;
      else this.#add('events', rowOf(event, atMs));
    }
  }

  addDelivery(delivery: HistoryDelivery): void {
    if (this.#isFull()) this.#dropped += 1;
    else this.#add('deliveries', delivery);
  }

  addSamples(samples: readonly Sample[]): void {
    if (!this.#isFull()) for (const sample of samples) this.#add('samples', sample);
  }

  async search(query: HistoryQuery): Promise<HistoryPage> {
    return (await this.#look({ what: 'search', query })) as HistoryPage;
  }

  async find(id: string) {
    return (await this.#look({ what: 'find', id })) as Awaited<ReturnType<History['find']>>;
  }

  async samples(query: SampleQuery): Promise<readonly Sample[]> {
    return (await this.#look({ what: 'samples', query })) as readonly Sample[];
  }

  counts(): HistoryCounts {
    return { dropped: this.#dropped };
  }

  async close(): Promise<void> {
    await this.#flush();
    if (this.#failure === undefined) await this.#ask({ what: 'close' });
    this.#failure ??= new Error('The history is closed.');
    await this.#worker.terminate();
  }

  #isFull(): boolean {
    const isFull = this.#held >= MAX_HELD || this.#heldBytes >= MAX_HELD_BYTES;
    return isFull || this.#failure !== undefined;
  }

  #add<K extends keyof Batch>(kind: K, item: Batch[K][number]): void {
    (this.#batch[kind] as Batch[K][number][]).push(item);
    this.#held += 1;
    if ('body' in item) this.#heldBytes += item.body.length;
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS);
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#batch;
    const count = batch.events.length + batch.deliveries.length + batch.samples.length;
    if (count === 0) return;
    this.#batch = nothing();
    try {
      await this.#ask({ what: 'add', batch });
    } catch {
      this.#dropped += batch.events.length + batch.deliveries.length;
    }
    this.#held -= count;
    this.#heldBytes -= batch.events.reduce((sum, { body }) => sum + body.length, 0);
  }

  /** What was told before the question is part of the answer. */
  #look(question: Question): Promise<unknown> {
    void this.#flush();
    return this.#ask(question);
  }

  #ask(question: Question): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, question } satisfies Asked);
    });
  }

  #settle({ id, result, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error));
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

const rowOf = (event: RelayEvent, atMs: number): NewEvent => ({
  ...{ id: event.id, atMs, source: event.source, type: event.type },
  kind: event.labels['kind'] ?? '',
  namespace: event.labels['namespace'] ?? '',
  body: JSON.stringify(event),
});
