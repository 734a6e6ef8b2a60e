import { Worker } from 'node:worker_threads';

/** An idle thread ends after this, and gives its memory back. */
const IDLE_MS = 300_000;

/** How long an answer may take, in milliseconds. */
export interface Deadlines {
  readonly ms: number;
  /** Of a thread's first answer, which waits for its modules to load. Ending it then would only make the next caller load them again. */
  readonly loadingMs: number;
}

/**
 * A thread that answers one question at a time. It begins with the first question. A question at which it fails, or that takes too
 * long, ends it; the next question begins a new one.
 */
export class WorkerThread<Question, Reply> {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isLoaded = false;

  constructor(
    private readonly file: URL,
    private readonly deadlines: Deadlines,
  ) {}

  /** @throws {Error} when the thread fails, ends or takes too long */
  async ask(question: Question): Promise<Reply> {
    clearTimeout(this.#idle);
    this.#worker ??= new Worker(this.file, { execArgv: [] });
    const { ms, loadingMs } = this.deadlines;
    try {
      const reply = await answerOf<Reply>(this.#worker, question, this.#isLoaded ? ms : loadingMs);
      this.#isLoaded = true;
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return reply;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isLoaded = false;
    await worker?.terminate();
  }
}

function answerOf<Reply>(worker: Worker, question: unknown, deadlineMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      settle();
    };
    const onMessage = (answer: Reply) => done(() => resolve(answer));
    const onError = (cause: unknown) =>
      done(() => reject(new Error('The thread has failed.', { cause })));
    const onExit = () => done(() => reject(new Error('The thread has ended.')));
    const timer = setTimeout(() => done(() => reject(new Error('It took too long.'))), deadlineMs);
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(question);
  });
}
