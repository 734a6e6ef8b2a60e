import { fork, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { FromProgram } from '../../programs/messages.js';
import type { PoolMetrics } from './pool-metrics.js';
import { programFile } from './program-file.js';

export interface ProgramPoolOptions {
  /** File of the program beside `programs/host`, without its ending. */
  readonly program: string;
  readonly size: number;
  /** Jobs that may wait; more are refused. */
  readonly maxWaiting: number;
  /** A job that says nothing for so long has its process replaced. */
  readonly stallMs: number;
  /** Jobs after which a process gives way to a new one, as soon as that is ready. */
  readonly maxJobs?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly metrics?: PoolMetrics | undefined;
}

export class PoolBusyError extends Error {}
/** The program failed at this job, or its process ended under it. */
export class ProgramError extends Error {}

interface Waiting {
  readonly start: (process: ProgramProcess) => void;
  readonly fail: (error: Error) => void;
}

export interface RunOptions<Job, Part> {
  readonly job: Job;
  readonly onPart: (part: Part) => void;
  readonly signal: AbortSignal;
  /** Whether it goes on with something that was let in: it waits, however many do. */
  readonly isBegun?: boolean;
}

/**
 * Runs jobs in child processes, one at a time in each, first come first served. A process that dies or hangs is
 * replaced, and only its job fails.
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
  async run({ job, onPart, signal, isBegun = false }: RunOptions<Job, Part>): Promise<void> {
    signal.throwIfAborted();
    this.start();
    const process = await this.acquire(signal, isBegun);
    await process.run<Job, Part>({ job, onPart, signal });
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
        if (this.isFailing) this.failWaiting();
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

interface Listener {
  readonly idle: () => void;
  readonly ended: (wasReady: boolean) => void;
}

interface Current {
  readonly onPart: (part: unknown) => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** One child process and the job that it has in hand. */
class ProgramProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<void>;
  #current: Current | undefined;
  #stall: NodeJS.Timeout | undefined;
  #stderr = '';
  isReady = false;
  /** So many it was given. */
  jobs = 0;
  /** It ends after the job in hand. */
  isOver = false;

  constructor(
    private readonly options: ProgramPoolOptions,
    private readonly listener: Listener,
  ) {
    this.#child = fork(programFile('host'), [`./${options.program}.js`], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...options.env },
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2000);
    });
    this.#child.on('message', (message) => this.take(message as FromProgram<unknown>));
    this.#exit = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.ended(code, signal);
        resolve();
      });
    });
  }

  run<Job, Part>({ job, onPart, signal }: RunOptions<Job, Part>): Promise<void> {
    this.jobs += 1;
    return new Promise<void>((resolve, reject) => {
      const abort = (): void => this.send({ type: 'abort' });
      const over = (): void => signal.removeEventListener('abort', abort);
      this.#current = {
        onPart: (part) => onPart(part as Part),
        resolve: () => {
          over();
          resolve();
        },
        reject: (error) => {
          over();
          reject(error);
        },
      };
      this.send({ type: 'job', job });
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
      this.watch();
    });
  }

  kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    return this.#exit;
  }

  private send(message: object): void {
    // A process that has just died reports it by itself.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  private take(message: FromProgram<unknown>): void {
    if (message.type === 'ready') {
      this.isReady = true;
      this.listener.idle();
      return;
    }
    if (message.type === 'part') {
      this.watch();
      this.#current?.onPart(message.part);
      return;
    }
    const current = this.#current;
    this.#current = undefined;
    clearTimeout(this.#stall);
    if (message.type === 'done') current?.resolve();
    else current?.reject(new ProgramError(message.message));
    this.listener.idle();
  }

  private watch(): void {
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => {
      this.options.log('program.stalled', { program: this.options.program });
      this.#child.kill('SIGKILL');
    }, this.options.stallMs);
    this.#stall.unref();
  }

  private ended(code: number | null, signal: string | null): void {
    clearTimeout(this.#stall);
    const { program, log, metrics } = this.options;
    if (!this.isOver) {
      metrics?.ended(program);
      log('program.ended', { program, code, signal, stderr: this.#stderr });
    }
    this.#current?.reject(new ProgramError(`${program} ended (${signal ?? code ?? '?'})`));
    this.#current = undefined;
    this.listener.ended(this.isReady);
    this.isReady = false;
  }
}
