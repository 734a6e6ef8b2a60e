import { Worker } from 'node:worker_threads';
import { Problem } from '@sextant/platform-http/problem';
import { builtFile } from '@sextant/platform-runtime/config';
import { askThread } from '@sextant/platform-runtime/threads';
import { ENGINE_ERRORS } from '../../engines/engine-errors.js';
import { FairQueue } from '../../scheduling/fair-queue.js';
import type { TextAsk, TextMessage, TextReply } from './text-messages.js';

/** Run as it is built, in tests too: a thread cannot load TypeScript that imports TypeScript. */
const WORKER_FILE = builtFile(import.meta.url, './text-worker.js');

/** For a request of the largest size made to be slow. */
const PROCESSOR_MS = 10_000;
/** An idle thread ends after this, and gives its memory back. */
const IDLE_MS = 300_000;
const MEMORY_MEGABYTES = 256;

/** Whose turn it is. */
export interface Turn {
  readonly owner: string;
  readonly signal: AbortSignal | undefined;
}

/** One request at a time, by turns among owners. A request at which it breaks or that takes too long ends it; the next has a new one. */
export class TextThread {
  readonly #queue = new FairQueue();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(private readonly processorMs = PROCESSOR_MS) {}

  /** Whether somebody waits for it. */
  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  /** @throws {Problem} what is wrong with the texts, `engine_refused`, `engine_unavailable` when closed */
  async ask(message: TextMessage, { owner, signal }: Turn): Promise<TextReply> {
    return await this.#queue.turn(owner, () => this.#ask(message), signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #ask(message: TextMessage): Promise<TextReply> {
    if (this.#isClosed) throw ENGINE_ERRORS.unavailable();
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= newWorker());
    const id = (this.#lastId += 1);
    let reply: TextReply;
    try {
      const ask: TextAsk = { ...message, id };
      reply = await askThread<TextReply>(worker, ask, { processorMs: this.processorMs });
    } catch (cause) {
      await this.#end();
      throw this.#problemOf(cause);
    }
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    if ('failed' in reply) throw new Error(`A text was not taken apart: ${reply.failed}`);
    if (!('refused' in reply)) return reply;
    const { code, status, message: words, details } = reply.refused;
    throw new Problem(code, status, words, { details });
  }

  #problemOf(cause: unknown): Error {
    if (this.#isClosed) return ENGINE_ERRORS.unavailable({ cause });
    return ENGINE_ERRORS.refused({ cause, message: TOO_MUCH });
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

const TOO_MUCH =
  'The texts take too much to read. Send them in parts, or with fewer tags and placeholders.';

function newWorker(): Worker {
  const worker = new Worker(WORKER_FILE, {
    name: 'text',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
  });
  // Told to whoever asks it something; between two questions it is nobody's.
  worker.on('error', () => undefined);
  return worker;
}
