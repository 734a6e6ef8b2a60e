import { builtFile } from '@sextant/platform-runtime/config';
import { Worker } from 'node:worker_threads';
import { SpoolClosed, SpoolFull, type SpoolSpace } from './spool.js';
import { SPOOL_SCHEMA } from './sqlite-schema.js';
import type { SpoolFile, SqlReply, SqlRequest, SqlStep } from './sqlite-worker.js';

interface Waiting {
  readonly resolve: (results: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/** The database's thread could not do what it was asked for, such as when the disk is full. */
export class SpoolError extends Error {
  override readonly name = 'SpoolError';
}

const READY = -1;
const CLOSED = 0;

const WORKER_FILE = builtFile(import.meta.url, './sqlite-worker.js');

/** Runs SQL in the thread that owns the file, in the order in which it is asked. */
export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #failure: Error | undefined;
  #isClosing = false;
  #ended: (error: Error) => void = () => undefined;

  private constructor(file: Omit<SpoolFile, 'schema'>) {
    this.#worker = new Worker(WORKER_FILE, {
      workerData: { ...file, schema: SPOOL_SCHEMA },
      execArgv: [],
    });
    this.#worker.on('message', (replies: readonly SqlReply[]) => this.#settle(replies));
    this.#worker.on('error', (error: unknown) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new SpoolError('The thread of the spool has ended.')));
  }

  /**
   * @param ended called when the thread ends by itself: nothing can be done with it any more
   * @throws {SpoolError} when the file cannot be opened, as when another process has it
   */
  static async open(
    file: Omit<SpoolFile, 'schema'>,
    ended?: (error: Error) => void,
  ): Promise<SqliteThread> {
    const thread = new SqliteThread(file);
    await new Promise((resolve, reject) => thread.#waiting.set(READY, { resolve, reject }));
    if (ended !== undefined) thread.#ended = ended;
    return thread;
  }

  run(
    steps: readonly SqlStep[],
    what: Pick<SqlRequest, 'isIntake' | 'removes'> = {},
  ): Promise<readonly unknown[]> {
    return this.#ask((id) => ({ id, steps, ...what }) satisfies SqlRequest);
  }

  async space(): Promise<SpoolSpace> {
    const [space] = await this.#ask((spaceFor) => ({ spaceFor }));
    return space as SpoolSpace;
  }

  #ask(message: (id: number) => object): Promise<readonly unknown[]> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage(message(id));
    });
  }

  async close(): Promise<void> {
    if (this.#failure !== undefined) return;
    this.#isClosing = true;
    await new Promise((resolve, reject) => {
      this.#waiting.set(CLOSED, { resolve, reject });
      this.#worker.postMessage('close');
    });
    this.#failure = new SpoolClosed();
    await this.#worker.terminate();
  }

  #settle(replies: readonly SqlReply[]): void {
    for (const { id, results, error, isFull } of replies) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(results ?? []);
      else waiting?.reject(isFull === true ? new SpoolFull(error) : new SpoolError(error));
    }
  }

  #fail(error: unknown): void {
    const isFirst = this.#failure === undefined;
    this.#failure ??= error instanceof Error ? error : new SpoolError(String(error));
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
    if (isFirst && !this.#isClosing) this.#ended(this.#failure);
  }
}
