import { fork, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import type { FromProgram } from './messages.js';
import type { PoolMetrics } from './pool-metrics.js';
import { programFile } from './program-file.js';
import { StallWatch } from './stall-watch.js';

export interface ProgramOptions {
  /** File of the program: its path in `src`, without its ending. Its name stands in metrics and the log. */
  readonly program: string;
  /** A job that says nothing for so much processor time has its process replaced, whether somebody waits for it or not: see `StallWatch`. */
  readonly stallMs: number;
  /** A process that takes no job so long after it was started is replaced; a minute if absent. */
  readonly startMs?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly metrics?: PoolMetrics | undefined;
}

/** What a program is called in metrics and the log. */
export const programName = ({ program }: Pick<ProgramOptions, 'program'>): string =>
  basename(program);

/** The program failed at this job, or its process ended under it. */
export class ProgramError extends Error {}
/** The process ended, by nothing that its job is known to do. */
export class ProcessLost extends ProgramError {}
/** The machine ended it, or did not let it start, for lack of memory mostly: that says nothing of the program or its job. */
export class MachineRefused extends ProcessLost {}

const START_MS = 60_000;
/** The host's own end of a program that takes more memory than it may. */
const TOO_LARGE = 71;

export interface RunOptions<Job, Part> {
  readonly job: Job;
  readonly onPart: (part: Part) => void;
  readonly signal: AbortSignal;
}

interface Listener {
  readonly idle: () => void;
  /** Once. */
  readonly ended: (wasReady: boolean) => void;
}

interface Current {
  readonly onPart: (part: unknown) => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** One child process and the job that it has in hand. */
export class ProgramProcess {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<void>;
  #current: Current | undefined;
  readonly #stall: StallWatch;
  #isStalled = false;
  #hasEnded = false;
  readonly #start: NodeJS.Timeout;
  #stderr = '';
  /** It was never ready in its time. */
  isHung = false;
  /** Neither its program nor its job was why it ended. */
  isMachinesFault = false;
  isReady = false;
  /** So many it was given. */
  jobs = 0;
  /** It ends after the job in hand. */
  isOver = false;

  constructor(
    private readonly options: ProgramOptions,
    private readonly listener: Listener,
  ) {
    this.#name = programName(options);
    this.#child = fork(programFile('programs/host'), [programFile(options.program)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...options.env },
    });
    this.#stall = new StallWatch(this.#child.pid, options.stallMs, () => this.stalled());
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2000);
    });
    this.#child.on('message', (message) => this.take(message as FromProgram<unknown>));
    this.#start = setTimeout(() => {
      this.isHung = true;
      this.options.log('program.start_hung', { program: this.#name });
      this.#child.kill('SIGKILL');
    }, options.startMs ?? START_MS);
    this.#start.unref();
    this.#exit = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.ended(code, signal);
        resolve();
      });
      // The machine has no room for another process: without a listener this one would end, too.
      this.#child.on('error', (error) => {
        if (this.#child.pid !== undefined) return;
        this.#stderr = error.message;
        this.ended(null, null);
        resolve();
      });
    });
  }

  /** Rejects at once when `signal` aborts; the process takes the next job when it has ended this one. */
  run<Job, Part>({ job, onPart, signal }: RunOptions<Job, Part>): Promise<void> {
    this.jobs += 1;
    return new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        // A library that does not listen while it computes goes on to the end: loading it anew takes longer.
        this.send({ type: 'abort' });
        reject(signal.reason as Error);
      };
      const over = (): void => signal.removeEventListener('abort', abort);
      this.#current = {
        onPart: (part) => {
          if (!signal.aborted) onPart(part as Part);
        },
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
      this.#stall.restart();
    });
  }

  /** What it wrote last before it ended, which mostly says why. */
  get lastWords(): string {
    return this.#stderr.trim();
  }

  kill(): Promise<void> {
    this.isOver = true;
    this.#child.kill('SIGKILL');
    return this.#exit;
  }

  private send(message: object): void {
    // A process that has just died reports it by itself.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  private take(message: FromProgram<unknown>): void {
    if (message.type === 'ready') {
      clearTimeout(this.#start);
      this.isReady = true;
      this.listener.idle();
      return;
    }
    if (message.type === 'part') {
      this.#stall.restart();
      this.#current?.onPart(message.part);
      return;
    }
    const current = this.#current;
    this.#current = undefined;
    this.#stall.stop();
    this.options.metrics?.worked(this.#name, message.cpuSeconds ?? 0);
    if (message.type === 'done') current?.resolve();
    else current?.reject(new ProgramError(message.message));
    this.listener.idle();
  }

  private stalled(): void {
    this.#isStalled = true;
    this.options.log('program.stalled', { program: this.#name });
    this.#child.kill('SIGKILL');
  }

  private ended(code: number | null, signal: string | null): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.isMachinesFault = signal === 'SIGKILL' ? !this.#isStalled : this.#child.pid === undefined;
    this.#stall.stop();
    clearTimeout(this.#start);
    const { log, metrics } = this.options;
    const program = this.#name;
    if (!this.isOver) {
      metrics?.ended(program);
      log('program.ended', { program, code, signal, stderr: this.#stderr });
    }
    const isOfJob = this.#isStalled || code === TOO_LARGE;
    const reason = `${program} ended (${signal ?? code ?? '?'})`;
    this.#current?.reject(this.endOf(reason, isOfJob));
    this.#current = undefined;
    this.listener.ended(this.isReady);
    this.isReady = false;
  }

  private endOf(reason: string, isOfJob: boolean): ProgramError {
    if (isOfJob) return new ProgramError(reason);
    return this.isMachinesFault ? new MachineRefused(reason) : new ProcessLost(reason);
  }
}
