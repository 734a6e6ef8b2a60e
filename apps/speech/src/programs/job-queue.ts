import { FairQueue } from '../scheduling/fair-queue.js';
import type { ProgramProcess } from './program-process.js';

/** What is told of a job besides what it does. */
export interface JobTurn {
  /** Whose turn it is: jobs of one wait for each other, not for those of others. */
  readonly workspace?: string;
  /** What it costs, such as its characters. */
  readonly cost?: number;
  /** Whether it goes on with something that was let in: it waits, however many do. */
  readonly isBegun?: boolean;
}

/** Too many wait. */
export class PoolBusyError extends Error {
  /** @param isOwn of this workspace alone @param seconds until there is room again, as far as can be told */
  constructor(
    readonly isOwn: boolean,
    readonly seconds: number,
  ) {
    super('Too many jobs wait.');
  }
}

interface Waiting {
  readonly start: (process: ProgramProcess) => void;
  readonly fail: (error: Error) => void;
  readonly isBegun: boolean;
}

/** All workspaces together may have so many times as many waiting as one. */
const WORKSPACES = 10;
/** How much of the pace that is known a new measurement changes. */
const NEWS = 0.2;

export interface JobQueueOptions {
  /** Processes. */
  readonly size: number;
  /** Jobs of one workspace that may wait; more are refused. */
  readonly maxWaiting: number;
  /** Whether each job ends soon, so that what begins need not find a process idle. */
  readonly hasShortJobs?: boolean;
}

/**
 * Jobs that wait for a process: workspaces in turn, weighted by cost. Where there are several processes, one is for what
 * begins: the long ones of others never have all of them. Where all jobs are short, it does others while nothing begins.
 */
export class JobQueue {
  readonly #waiting = new FairQueue<Waiting>();
  readonly #begun = new Set<ProgramProcess>();
  /** Cost that one process does in a second; until it is known, what is at least. */
  #pace = 100;

  constructor(private readonly options: JobQueueOptions) {}

  get count(): number {
    return this.#waiting.size;
  }

  /** Until all that wait have had their turns, as far as can be told. */
  get seconds(): number {
    return this.secondsFor(this.#waiting.cost);
  }

  /** A process, when it is this job's turn; `dispatch` gives those that are idle now. */
  enter(turn: JobTurn, signal: AbortSignal, dispatch: () => void): Promise<ProgramProcess> {
    const { workspace = '', cost = 1, isBegun = false } = turn;
    return new Promise((resolve, reject) => {
      const give = (): void => {
        this.#waiting.remove(waiting);
        reject(signal.reason as Error);
      };
      const over = (): void => signal.removeEventListener('abort', give);
      const waiting: Waiting = {
        isBegun,
        start: (process) => {
          over();
          if (isBegun) this.#begun.add(process);
          resolve(process);
        },
        fail: (error) => {
          over();
          reject(error);
        },
      };
      signal.addEventListener('abort', give, { once: true });
      this.#waiting.push(workspace, waiting, Math.max(1, cost));
      dispatch();
    });
  }

  /** @throws {PoolBusyError} when a job that begins would have to wait and too many do */
  requireRoom({ workspace = '', isBegun = false }: JobTurn): void {
    const own = this.#waiting.waitingOf(workspace);
    if (isBegun) return;
    const { maxWaiting } = this.options;
    if (own.count >= maxWaiting) {
      // By then one of its own has had its turn, whoever else waits.
      const share = (own.cost / Math.max(1, own.count)) * Math.max(1, this.#waiting.owners);
      throw new PoolBusyError(workspace !== '', this.secondsFor(share));
    }
    if (this.#waiting.size >= maxWaiting * WORKSPACES) {
      throw new PoolBusyError(false, this.secondsFor(this.#waiting.cost / 2));
    }
  }

  /** Gives idle processes to those whose turn it is. */
  dispatch(idle: ProgramProcess[]): void {
    while (idle.length > 0) {
      const next = this.next();
      if (next === undefined) return;
      const process = idle.pop();
      if (process !== undefined) next.start(process);
    }
  }

  /** A process has done its job, or is gone. */
  release(process: ProgramProcess): void {
    this.#begun.delete(process);
  }

  /** What a job took. */
  learn({ cost = 1 }: JobTurn, seconds: number): void {
    if (seconds > 0) this.#pace += NEWS * (cost / seconds - this.#pace);
  }

  fail(error: Error): void {
    for (const { fail } of this.#waiting.drain()) fail(error);
  }

  private next(): Waiting | undefined {
    const { size, hasShortJobs = false } = this.options;
    if (this.#begun.size < Math.max(1, size - 1)) return this.#waiting.shift(() => true);
    const begins = this.#waiting.shift(({ isBegun }) => !isBegun);
    return begins ?? (hasShortJobs ? this.#waiting.shift(() => true) : undefined);
  }

  private secondsFor(cost: number): number {
    return Math.max(1, Math.ceil(cost / (this.#pace * this.options.size)));
  }
}
