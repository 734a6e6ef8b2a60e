import {
  ProcessLost,
  ProgramError,
  ProgramProcess,
  type ProgramOptions,
  type RunOptions,
} from './program-process.js';

export { ProgramError };

export interface ProgramPoolOptions extends ProgramOptions {
  readonly size: number;
  /** Jobs that may wait; more are refused. */
  readonly maxWaiting: number;
  /** Jobs after which a process gives way to a new one, as soon as that is ready. */
  readonly maxJobs?: number;
}

export class PoolBusyError extends Error {}
interface Waiting {
  readonly start: (process: ProgramProcess) => void;
  readonly fail: (error: Error) => void;
}

/** A job for the pool. */
export interface PoolRunOptions<Job, Part> extends RunOptions<Job, Part> {
  /** Whether it goes on with something that was let in: it waits, however many do. */
  readonly isBegun?: boolean;
}

/**
 * Runs jobs in child processes, one at a time in each, first come first served. A process that dies or hangs is
 * replaced, and only its job fails; one that had given nothing yet when its process was lost is tried once more.
 */
export class ProgramPool<Job, Part> {
  readonly #options: ProgramPoolOptions;
  readonly #idle: ProgramProcess[] = [];
  readonly #all = new Set<ProgramProcess>();
  readonly #waiting: Waiting[] = [];
  /** They have done their jobs; the processes that come for them are starting. */
  readonly #retiring: ProgramProcess[] = [];
  #isClosed = false;
  #isStarted = false;
  #failures = 0;

  constructor(options: ProgramPoolOptions) {
    this.#options = options;
    options.metrics?.watch(options.program, this);
  }

  /** Starts all processes, so that no request waits for it. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    for (let index = 0; index < this.#options.size; index += 1) this.add();
  }

  /** Processes that can take a job, at work or not. */
  get readyCount(): number {
    return [...this.#all].filter((process) => process.isReady).length;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Processes that are at work. */
  get busyCount(): number {
    return this.readyCount - this.#idle.length;
  }

  /** Starts in a row that failed; the program is missing something when there are many. */
  get isFailing(): boolean {
    return this.#failures >= 3 && this.readyCount === 0;
  }

  /** @throws {PoolBusyError} too many wait @throws {ProgramError} the job failed @throws the signal's reason */
  async run({ job, onPart, signal, isBegun = false }: PoolRunOptions<Job, Part>): Promise<void> {
    signal.throwIfAborted();
    this.start();
    const process = await this.acquire(signal, isBegun);
    const given = { any: false };
    const noting = (part: Part): void => {
      given.any = true;
      onPart(part);
    };
    try {
      await process.run<Job, Part>({ job, onPart: noting, signal });
    } catch (error) {
      if (!(error instanceof ProcessLost) || given.any) throw error;
      signal.throwIfAborted();
      const other = await this.acquire(signal, true);
      await other.run<Job, Part>({ job, onPart, signal });
    }
    signal.throwIfAborted();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { fail } of this.#waiting.splice(0)) fail(new ProgramError('The pool is closing.'));
    await Promise.all([...this.#all].map((process) => process.kill()));
  }

  private acquire(signal: AbortSignal, isBegun: boolean): Promise<ProgramProcess> {
    if (this.#isClosed) return Promise.reject(new ProgramError('The pool is closing.'));
    const idle = this.#idle.pop();
    if (idle !== undefined) return Promise.resolve(idle);
    if (this.isFailing) return Promise.reject(new ProgramError('The program does not start.'));
    if (!isBegun && this.#waiting.length >= this.#options.maxWaiting)
      return Promise.reject(new PoolBusyError());
    return new Promise((resolve, reject) => {
      const give = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        start: (process) => {
          signal.removeEventListener('abort', give);
          resolve(process);
        },
        fail: reject,
      };
      signal.addEventListener('abort', give, { once: true });
      this.#waiting.push(waiting);
    });
  }

  private add(): void {
    if (this.#isClosed) return;
    const process = new ProgramProcess(this.#options, {
      idle: () => {
        this.#failures = 0;
        this.relieve(process);
        if (process.isOver) return void process.kill();
        const next = this.#waiting.shift();
        if (next === undefined) this.#idle.push(process);
        else next.start(process);
      },
      ended: (wasReady) => {
        if (this.remove(process)) return;
        if (!wasReady) this.#failures += 1;
        // Whoever waits has waited for the whole of the time that it had to start.
        const isHopeless = process.isHung && this.readyCount === 0;
        if (this.isFailing || isHopeless) this.failWaiting();
        // Not at once, or a program that cannot start would burn a core.
        setTimeout(() => this.add(), wasReady ? 0 : 1000 * this.#failures).unref();
      },
    });
    this.#all.add(process);
  }

  private failWaiting(): void {
    for (const { fail } of this.#waiting.splice(0)) {
      fail(new ProgramError('The program does not start.'));
    }
  }

  /** Has processes that did `maxJobs` replaced: by `process`, if it is new. */
  private relieve(process: ProgramProcess): void {
    if (process.jobs === this.#options.maxJobs) {
      this.#retiring.push(process);
      this.add();
    }
    if (process.jobs > 0) return;
    const old = this.#retiring.shift();
    if (old === undefined) return;
    old.isOver = true;
    const index = this.#idle.indexOf(old);
    if (index < 0) return; // at work: its last job
    this.#idle.splice(index, 1);
    void old.kill();
  }

  /** Answers whether its successor is there or coming. */
  private remove(process: ProgramProcess): boolean {
    this.#all.delete(process);
    const index = this.#idle.indexOf(process);
    if (index >= 0) this.#idle.splice(index, 1);
    const retiring = this.#retiring.indexOf(process);
    if (retiring >= 0) this.#retiring.splice(retiring, 1);
    return retiring >= 0 || process.isOver;
  }
}
