import { Worker } from 'node:worker_threads';
import { builtFile } from '@sextant/platform-runtime/config';
import { askThread } from '@sextant/platform-runtime/threads';
import { ENGINE_ERRORS } from '../../engines/engine-errors.js';
import { FairQueue } from '../../scheduling/fair-queue.js';
import type { HarperAsk, HarperLint, HarperReply } from './harper-messages.js';

/** Run as it is built, in tests too: a thread cannot load TypeScript that imports TypeScript. */
const WORKER_FILE = builtFile(import.meta.url, './harper-worker.js');

export interface HarperThreadOptions {
  /** For one piece of text, in milliseconds of processor time. */
  readonly processorMs?: number;
  /** An idle thread ends after this, and gives its memory back. */
  readonly idleMs?: number;
}

/**
 * The checker in a thread of its own, one piece of text at a time, by turns among organizations.
 *
 * A piece on which the checker fails or that takes too long ends the thread; the next piece has a new one.
 */
export class HarperThread {
  readonly #queue = new FairQueue();
  readonly #processorMs: number;
  readonly #idleMs: number;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor({ processorMs = 20_000, idleMs = 300_000 }: HarperThreadOptions = {}) {
    this.#processorMs = processorMs;
    this.#idleMs = idleMs;
  }

  /**
   * @throws {Problem} `engine_refused` for a text that cannot be checked, `engine_unavailable` when closed
   */
  async check(
    piece: Omit<HarperAsk, 'id'>,
    owner: string,
    signal: AbortSignal,
  ): Promise<readonly HarperLint[]> {
    return await this.#queue.turn(owner, () => this.#check(piece), signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #check(piece: Omit<HarperAsk, 'id'>): Promise<readonly HarperLint[]> {
    if (this.#isClosed) throw ENGINE_ERRORS.unavailable();
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= new Worker(WORKER_FILE, { execArgv: [], stderr: true }));
    try {
      const ask: HarperAsk = { ...piece, id: (this.#lastId += 1) };
      const budget = { processorMs: this.#processorMs };
      const { lints, error } = await askThread<HarperReply>(worker, ask, budget);
      if (lints === undefined) throw new Error(error ?? 'the checker gave no answer');
      this.#idle = setTimeout(() => void this.#end(), this.#idleMs).unref();
      return lints;
    } catch (error) {
      await this.#end();
      throw this.#problemOf(error);
    }
  }

  #problemOf(cause: unknown): Error {
    if (this.#isClosed) return ENGINE_ERRORS.unavailable({ cause });
    return ENGINE_ERRORS.refused({
      cause,
      message: 'The checker cannot read this text. Shorten it, or its longest words.',
    });
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
