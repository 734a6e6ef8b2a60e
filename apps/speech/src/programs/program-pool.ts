import { JobQueue, type JobQueueOptions, type JobTurn } from './job-queue.js';
import type { ModelHold, ModelProcesses } from './loaded-models.js';
import {
  MachineRefused,
  ProcessLost,
  ProgramError,
  programName,
  ProgramProcess,
  type ProgramOptions,
  type RunOptions,
} from './program-process.js';

export { PoolBusyError } from './job-queue.js';
export { MachineRefused, ProgramError };

export interface ProgramPoolOptions extends ProgramOptions, JobQueueOptions {
  /** Whether it begins with one process, and starts another when a job finds all at work; it begins with all if absent. */
  readonly growsOnDemand?: boolean;
  /** Jobs after which a process gives way to a new one, as soon as that is ready. */
  readonly maxJobs?: number;
  /** Whether a job whose process was lost is tried again: not where the job may be why; yes if absent. */
  readonly triesAgain?: boolean;
  /** Of processes that have a model in memory: its claim to it. */
  readonly holdOf?: (processes: ModelProcesses) => ModelHold;
}

/** A job for the pool. */
export interface PoolRunOptions<Job, Part> extends RunOptions<Job, Part>, JobTurn {}

/**
 * Runs jobs in child processes, one at a time in each, workspaces in turn. A process that dies or hangs is replaced, and only its job fails; one that had given nothing yet when its process was lost is tried once more.
 */
export class ProgramPool<Job, Part> implements ModelProcesses {
  readonly #options: ProgramPoolOptions;
  readonly #idle: ProgramProcess[] = [];
  readonly #all = new Set<ProgramProcess>();
  readonly #queue: JobQueue;
  /** They have done their jobs; the processes that come for them are starting. */
  readonly #retiring: ProgramProcess[] = [];
  readonly #first = Promise.withResolvers<undefined>();
  readonly #hold: ModelHold | undefined;
  #isClosed = false;
  #isStarted = false;
  #failures = 0;
  #hasServed = false;

  constructor(options: ProgramPoolOptions) {
    this.#options = options;
    this.#queue = new JobQueue(options);
    this.#first.promise.catch(() => undefined); // not everybody asks
    options.metrics?.watch(programName(options), this);
    this.#hold = options.holdOf?.(this);
  }

  /** Whether its processes are started, ready or not; what rests is started by the next job. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Starts its processes, so that no request waits for it. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { size, growsOnDemand } = this.#options;
    for (let index = 0; index < (growsOnDemand === true ? 1 : size); index += 1) this.add();
  }

  /** Resolves when a process is ready. @throws {ProgramError} what the first one said that ended before it was */
  async firstReady(): Promise<void> {
    await this.#first.promise;
  }

  /** Processes that can take a job, at work or not. */
  get readyCount(): number {
    return [...this.#all].filter((process) => process.isReady).length;
  }

  /** Whether jobs are done here: a process that was lost is being replaced, and what waits for that is done. */
  get isServing(): boolean {
    return this.readyCount > 0 || (this.#hasServed && this.#isStarted && this.#failures === 0);
  }

  get waitingCount(): number {
    return this.#queue.count;
  }

  /** Processes that are at work. */
  get busyCount(): number {
    return this.readyCount - this.#idle.length;
  }

  /** Until those that wait now have had their turns, as far as can be told. */
  get secondsOfWaiting(): number {
    return this.#queue.seconds;
  }

  /** Starts in a row that failed; the program is missing something when there are many. */
  get isFailing(): boolean {
    return this.#failures >= 3 && this.readyCount === 0;
  }

  /** @throws {PoolBusyError} too many wait @throws {ProgramError} the job failed @throws the signal's reason */
  async run(options: PoolRunOptions<Job, Part>): Promise<void> {
    await this.using(options.signal, () => this.runHere(options));
  }

  /** Does something with it while it stays in memory. @throws the signal's reason, before there was a place for it */
  async using<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const done = await this.#hold?.use(signal);
    try {
      return await work();
    } finally {
      done?.();
    }
  }

  /** Ends its processes, none of which has a job; the next job starts them anew. */
  async rest(): Promise<void> {
    this.#isStarted = false;
    const all = [...this.#all];
    // What is being ended gets no job.
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(all.map((process) => process.kill()));
  }

  private async runHere({
    job,
    onPart,
    signal,
    ...turn
  }: PoolRunOptions<Job, Part>): Promise<void> {
    signal.throwIfAborted();
    this.start();
    const given = { any: false };
    const noting = (part: Part): void => {
      given.any = true;
      onPart(part);
    };
    try {
      await this.runOnce({ job, onPart: noting, signal }, turn);
    } catch (error) {
      const { triesAgain = true } = this.#options;
      if (!(error instanceof ProcessLost) || given.any || !triesAgain) throw error;
      signal.throwIfAborted();
      await this.runOnce({ job, onPart, signal }, { ...turn, isBegun: true });
    }
    signal.throwIfAborted();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.metrics?.unwatch(this);
    this.#hold?.end();
    const closing = new ProgramError('The pool is closing.');
    this.#first.reject(closing);
    this.#queue.fail(closing);
    await Promise.all([...this.#all].map((process) => process.kill()));
  }

  private async runOnce(options: RunOptions<Job, Part>, turn: JobTurn): Promise<void> {
    const process = await this.acquire(options.signal, turn);
    const startMs = performance.now();
    await process.run<Job, Part>(options);
    this.#queue.learn(turn, (performance.now() - startMs) / 1000);
  }

  private acquire(signal: AbortSignal, turn: JobTurn): Promise<ProgramProcess> {
    if (this.#isClosed) return Promise.reject(new ProgramError('The pool is closing.'));
    if (this.isFailing) return Promise.reject(new ProgramError('The program does not start.'));
    if (this.#idle.length === 0) this.#queue.requireRoom(turn);
    return this.#queue.enter(turn, signal, () => this.dispatch());
  }

  private dispatch(): void {
    this.#queue.dispatch(this.#idle);
    const isAtWork = this.#idle.length === 0 && this.readyCount === this.#all.size;
    // While one starts, or fails to, no other is tried.
    const mayGrow = this.#options.growsOnDemand === true && isAtWork && this.#failures === 0;
    if (mayGrow && this.#queue.count > 0) this.add();
  }

  private add(): void {
    const isFull = this.#all.size - this.#retiring.length >= this.#options.size;
    if (this.#isClosed || !this.#isStarted || isFull) return;
    try {
      const process = new ProgramProcess(this.#options, {
        idle: () => this.idle(process),
        ended: (wasReady) => this.ended(process, wasReady),
      });
      this.#all.add(process);
    } catch (error) {
      // No memory for another process, or a setting that is longer than one may be.
      this.startFailed(new MachineRefused(String(error)));
    }
  }

  private idle(process: ProgramProcess): void {
    this.#failures = 0;
    this.#hasServed = true;
    this.#first.resolve(undefined);
    this.#queue.release(process);
    this.relieve(process);
    if (process.isOver) return void process.kill();
    this.#idle.push(process);
    this.dispatch();
  }

  private ended(process: ProgramProcess, wasReady: boolean): void {
    this.#queue.release(process);
    if (this.remove(process)) return;
    const { lastWords, isMachinesFault } = process;
    const failure = isMachinesFault ? new MachineRefused(lastWords) : new ProgramError(lastWords);
    if (wasReady) this.addIn(0);
    // Whoever waits has waited for the whole of the time that it had to start.
    else this.startFailed(failure, process.isHung && this.readyCount === 0);
  }

  private startFailed(failure: ProgramError, isHopeless = false): void {
    this.#failures += 1;
    this.#first.reject(failure);
    if (this.isFailing || isHopeless) this.failWaiting();
    // Not at once, or a program that cannot start would burn a core.
    this.addIn(1000 * this.#failures);
  }

  private addIn(ms: number): void {
    setTimeout(() => this.add(), ms).unref();
  }

  private failWaiting(): void {
    this.#queue.fail(new ProgramError('The program does not start.'));
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
