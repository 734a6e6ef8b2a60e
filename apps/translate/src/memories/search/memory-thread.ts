import { Injectable } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { builtFile } from '@sextant/platform-runtime/config';
import type { MemoryMatch } from './memory-lookup.js';
import type { MemoryAsker, MemoryQuery, MemorySearcher, MemorySegment } from './memory-search.js';
import { ENGINE_ERRORS } from '../../engines/engine-errors.js';
import { FairQueue } from '../../scheduling/fair-queue.js';
import { MemorySearchSettings } from './memory-search.settings.js';
import type { MemoryAsk, MemoryReply } from './memory-worker.js';

interface Waiting {
  readonly resolve: (reply: MemoryReply) => void;
  readonly reject: (error: Error) => void;
}

/** Of one request, before others have their turn. */
const TURN_MS = 10;
const TEXTS_PER_TURN = 32;

/** Run as it is built, in tests too: a thread cannot load TypeScript that imports TypeScript. */
export const WORKER_FILE = builtFile(import.meta.url, './memory-worker.js');

/** Searches memories in a thread of its own, which starts with the first of them. */
@Injectable()
export class MemoryThread implements MemorySearcher {
  readonly #waiting = new Map<number, Waiting>();
  readonly #queue = new FairQueue();
  /** Milliseconds that were searched for a request. */
  readonly #spent = new WeakMap<AbortSignal, number>();
  #worker: Worker | undefined;
  #lastId = 0;
  #generation = 1;
  #isClosed = false;

  constructor(private readonly settings: MemorySearchSettings) {}

  protected newWorker(): Worker {
    return new Worker(WORKER_FILE, { execArgv: [] });
  }

  get generation(): number {
    return this.#generation;
  }

  async put(memory: number, segments: readonly MemorySegment[]): Promise<{ size: number }> {
    const { size } = await this.#ask((id) => ({ id, put: { memory, segments } }));
    return { size: size ?? 0 };
  }

  forget(memory: number): void {
    this.#worker?.postMessage({ forget: memory } satisfies MemoryAsk);
  }

  /** The searches of one request have the same signal. */
  async match(
    query: MemoryQuery,
    { owner, signal }: MemoryAsker,
  ): Promise<readonly (MemoryMatch | undefined)[]> {
    const found: (MemoryMatch | undefined)[] = [];
    while (found.length < query.texts.length) {
      if ((this.#spent.get(signal) ?? 0) >= this.settings.memorySearchMs) break;
      const texts = query.texts.slice(found.length, found.length + TEXTS_PER_TURN);
      const search = () => this.#searchFirst({ ...query, texts }, signal);
      found.push(...(await this.#queue.turn(owner, search, signal)));
    }
    return query.texts.map((_text, index) => found[index]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  /** @returns matches of the first texts, as many as one turn is long enough for */
  async #searchFirst(
    query: MemoryQuery,
    signal: AbortSignal,
  ): Promise<readonly (MemoryMatch | undefined)[]> {
    const { matches = [], spentMs = 0 } = await this.#ask((id) => ({
      id,
      match: query,
      mostMs: TURN_MS,
    }));
    this.#spent.set(signal, (this.#spent.get(signal) ?? 0) + spentMs);
    return matches;
  }

  async #ask(message: (id: number) => MemoryAsk): Promise<MemoryReply> {
    if (this.#isClosed) throw ENGINE_ERRORS.unavailable();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = (this.#lastId += 1);
    const replied = new Promise<MemoryReply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    worker.ref();
    worker.postMessage(message(id));
    return await replied;
  }

  #start(): Worker {
    const worker = this.newWorker();
    worker.on('message', (reply: MemoryReply) => this.#settle(reply));
    worker.on('error', (error: unknown) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker, undefined));
    return worker;
  }

  #settle(reply: MemoryReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    // An idle thread keeps no process alive.
    if (this.#waiting.size === 0) this.#worker?.unref();
    if (reply.error === undefined) waiting?.resolve(reply);
    else waiting?.reject(new Error(`A translation memory was not searched: ${reply.error}`));
  }

  /** What was in the thread is lost; the next memory starts another one. */
  #end(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#generation += 1;
    for (const { reject } of this.#waiting.values()) {
      reject(ENGINE_ERRORS.unavailable({ cause }));
    }
    this.#waiting.clear();
  }
}
