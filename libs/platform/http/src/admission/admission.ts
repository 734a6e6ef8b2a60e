import { problem } from '../errors/problem.js';
import { FairShares } from './fair-shares.js';

export const ADMISSION_ERRORS = {
  /** About the caller's own requests, not about those of others. */
  tooMuchWaiting: problem(
    'too_much_waiting',
    429,
    'As many requests of yours wait as may wait. Send the next one when one is answered.',
  ),
} as const;

export interface AdmissionLimits {
  /** What may be worked on at once; one task alone may be larger. */
  readonly atOnce: number;
  /** Of it, of one owner. */
  readonly ofOne: number;
  /** What may wait of one owner; above, its next task is refused. */
  readonly waitingOfOne: number;
}

/** What wants to be let in. */
export interface AdmissionTask {
  readonly owner: string;
  /** What it costs. */
  readonly amount: number;
}

interface Task {
  readonly amount: number;
  readonly begin: () => void;
}

/** What one owner has. */
interface Owned {
  /** In its order. */
  readonly waiting: Set<Task>;
  waitingAmount: number;
  running: number;
}

/** A task that was refused may come again after so many seconds. */
const COME_AGAIN = { headers: { 'Retry-After': '2' } };

/**
 * Lets tasks in by what they cost, as many as fit a budget; the others wait. Of several owners that wait, the one that was
 * served least is next, however many tasks another one waits with.
 */
export class Admission {
  readonly #shares = new FairShares();
  readonly #owned = new Map<string, Owned>();
  #running = 0;

  constructor(private readonly limits: AdmissionLimits) {}

  /**
   * @param signal ends the wait with its reason
   * @throws {Problem} `too_much_waiting`
   */
  async during<T>(asked: AdmissionTask, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(asked, signal);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /**
   * @returns gives the place back; to be called once
   * @throws {Problem} as `during`
   */
  async enter({ owner, amount }: AdmissionTask, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    await this.#admitted(owner, amount, signal);
    return () => {
      this.#running -= amount;
      const owned = this.#owned.get(owner);
      if (owned !== undefined) owned.running -= amount;
      this.#tidy(owner);
      this.#letIn();
    };
  }

  /** Whether an owner waits for what all have, not for what it has running itself. */
  isHeldUp(owner: string): boolean {
    const owned = this.#owned.get(owner);
    const [next] = owned?.waiting ?? [];
    return owned !== undefined && next !== undefined && this.#mayRun(owned, next);
  }

  async #admitted(owner: string, amount: number, signal?: AbortSignal): Promise<void> {
    const owned = this.#owned.get(owner) ?? { waiting: new Set(), waitingAmount: 0, running: 0 };
    if (owned.waitingAmount > 0 && owned.waitingAmount + amount > this.limits.waitingOfOne) {
      throw ADMISSION_ERRORS.tooMuchWaiting(COME_AGAIN);
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const task: Task = { amount, begin: () => resolve(undefined) };
    const leave = () => {
      this.#take(owner, task);
      this.#tidy(owner);
      reject(signal?.reason as Error);
      // Another one may fit where this one did not.
      this.#letIn();
    };
    owned.waiting.add(task);
    owned.waitingAmount += amount;
    this.#owned.set(owner, owned);
    signal?.addEventListener('abort', leave, { once: true });
    this.#letIn();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #letIn(): void {
    for (;;) {
      const owner = this.#shares.next(this.#thoseWhoMay());
      const owned = this.#owned.get(owner ?? '');
      const [next] = owned?.waiting ?? [];
      if (owner === undefined || owned === undefined || next === undefined) return;
      // Whoever is next is waited for: smaller ones that went before would keep it waiting for ever.
      if (this.#running > 0 && this.#running + next.amount > this.limits.atOnce) return;
      this.#take(owner, next);
      this.#running += next.amount;
      owned.running += next.amount;
      this.#shares.served(owner, next.amount);
      next.begin();
    }
  }

  /** Owners with something that waits and that may run beside what they have running. */
  *#thoseWhoMay(): Generator<string> {
    for (const [owner, owned] of this.#owned) {
      const [next] = owned.waiting;
      if (next !== undefined && this.#mayRun(owned, next)) yield owner;
    }
  }

  #mayRun({ running }: Owned, { amount }: Task): boolean {
    return running === 0 || running + amount <= this.limits.ofOne;
  }

  #take(owner: string, task: Task): void {
    const owned = this.#owned.get(owner);
    if (owned?.waiting.delete(task) === true) owned.waitingAmount -= task.amount;
  }

  #tidy(owner: string): void {
    const owned = this.#owned.get(owner);
    if (owned?.running === 0 && owned.waiting.size === 0) this.#owned.delete(owner);
  }
}
