import { Worker } from 'node:worker_threads';
import { askThread } from '@sextant/platform-runtime/threads';

/** An idle thread ends after this, and gives its memory back. */
const IDLE_MS = 300_000;

/** How much processor time an answer may take, in milliseconds. */
export interface ProcessorLimits {
  readonly ms: number;
  /** Of a thread's first answer, which waits for its modules to load. Ending it then would only make the next caller load them again. */
  readonly loadingMs: number;
}

/**
 * A thread that answers one question at a time. It begins with the first question. A question at which it fails, or that takes too
 * much processor time, ends it; the next question begins a new one.
 */
export class WorkerThread<Question, Reply> {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isLoaded = false;

  constructor(
    private readonly file: URL,
    private readonly limits: ProcessorLimits,
  ) {}

  /** @throws {Error} when the thread fails, ends or takes too long */
  async ask(question: Question): Promise<Reply> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#begin();
    const processorMs = this.#isLoaded ? this.limits.ms : this.limits.loadingMs;
    try {
      const reply = await askThread<Reply>(this.#worker, question, { processorMs });
      this.#isLoaded = true;
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return reply;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** One that fails between two questions ends; unheard, its error would end the process. */
  #begin(): Worker {
    const worker = new Worker(this.file, { execArgv: [] });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) void this.end();
    });
    return worker;
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isLoaded = false;
    await worker?.terminate();
  }
}
