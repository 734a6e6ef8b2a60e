import { systemClock, type Clock } from '@sextant/platform-runtime/clock';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import { backoffMs, jittered } from './backoff.js';
import { loopMetrics, type LoopCounters } from './loop-metrics.js';

/** What one loop does. Each keeps its table and its claim. */
export interface WorkLoopOptions<Work> {
  /** Of the loop, in metrics: `books`, `mail_queue`. */
  readonly name: string;
  /**
   * Takes on what is due, for the time of a lease, as by `FOR UPDATE SKIP LOCKED`; how much one owner may have at once is the
   * statement's to say. What a killed process had taken is due again when its lease ends.
   *
   * @param room at most so many
   */
  readonly claim: (room: number) => Promise<readonly Work[]>;
  /**
   * Does one and settles it in its table. What it throws goes to `failed`, and its lease brings it back.
   *
   * @param signal aborted when the process ends and its time is over
   */
  readonly perform: (work: Work, signal: AbortSignal) => Promise<void>;
  /** Works at the same time; one if absent. */
  readonly atOnce?: number;
  /**
   * What a work is known by: one whose lease ends while it is still in hand here is not begun a second time beside itself. Not
   * for work that `perform` itself makes due again at once: claimed just then, it would wait for its lease.
   */
  readonly idOf?: (work: Work) => string;
  /** Longest pause between two claims, a tenth more or less; a second if absent. Work of other processes is seen by then. */
  readonly pollMs?: number;
  /** Longest pause while claims fail, which doubles from `pollMs` on; five seconds if absent, and never less than `pollMs`. */
  readonly longestPauseMs?: number;
  /** What is done now and then beside the claims, such as sweeping: one that takes long holds up no work. */
  readonly chores?: readonly Chore[];
  /** @param failures how many claims in a row; 0 where a single work or a chore has failed */
  readonly failed: (error: unknown, failures: number) => void;
  /** For what is in hand when it stops; then its signal is aborted. Without end if absent. */
  readonly stopMs?: number;
  readonly metrics?: Metrics | undefined;
  /** For the chores; that of the machine if absent. */
  readonly clock?: Clock;
}

export interface Chore {
  readonly everyMs: number;
  /** One run at a time. @returns whether there is more of it: then it goes on after the next claim */
  readonly run: () => Promise<boolean>;
}

const POLL_MS = 1000;
const LONGEST_PAUSE_MS = 5000;
/** Between two claims that fail, whatever wakes the loop. */
const LEAST_PAUSE_MS = 500;
/** Until a chore that has failed is tried again, where it is not due sooner by itself. */
const CHORE_RETRY_MS = 60_000;

/**
 * Does what waits in a table, on any number of replicas: at once when woken, else after a pause. Places that are free are filled
 * while others are still at work, so that one slow work holds up nobody.
 */
export class WorkLoop<Work> {
  readonly #inHand = new Set<Promise<void>>();
  readonly #ids = new Set<string>();
  readonly #choresInHand = new Map<Chore, Promise<void>>();
  readonly #giveUp = new AbortController();
  readonly #counters: LoopCounters;
  readonly #choresDueMs = new Map<Chore, number>();
  #isStopped = false;
  #isWoken = false;
  #running: Promise<void> | undefined;
  #rouse: () => void = () => undefined;

  constructor(private readonly options: WorkLoopOptions<Work>) {
    this.#counters = loopMetrics(options.name, options.metrics);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something may be due: it is looked for at once, or after the claim that is under way; soon, where claims fail. */
  readonly wake = (): void => {
    this.#isWoken = true;
    this.#rouse();
  };

  /** No further claim; what is in hand ends, or is given up after its time. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rouse();
    const { stopMs } = this.options;
    const timer =
      stopMs === undefined
        ? undefined
        : setTimeout(() => this.#giveUp.abort(new Error('The service is stopping.')), stopMs);
    await this.#running;
    await Promise.all([...this.#inHand, ...this.#choresInHand.values()]);
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#isStopped) {
      this.#isWoken = false;
      let isMore = false;
      try {
        isMore = await this.#claim();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#failed(error, failures);
      }
      this.#chores();
      if (!isMore) await this.#pause(failures);
    }
  }

  /** @returns whether there may be more, and a place for it */
  async #claim(): Promise<boolean> {
    const { claim, atOnce = 1 } = this.options;
    const room = atOnce - this.#inHand.size;
    if (room <= 0) return false;
    const claimed = await claim(room);
    for (const work of claimed) this.#begin(work);
    this.#counters.claimed(claimed.length);
    return claimed.length > 0 && this.#inHand.size < atOnce;
  }

  #begin(work: Work): void {
    const id = this.options.idOf?.(work);
    if (id !== undefined && this.#ids.has(id)) return;
    if (id !== undefined) this.#ids.add(id);
    const doing = this.#perform(work).finally(() => {
      this.#inHand.delete(doing);
      if (id !== undefined) this.#ids.delete(id);
      this.#counters.inHand(this.#inHand.size);
      this.wake(); // there is a place again
    });
    this.#inHand.add(doing);
    this.#counters.inHand(this.#inHand.size);
  }

  async #perform(work: Work): Promise<void> {
    try {
      await this.options.perform(work, this.#giveUp.signal);
    } catch (error) {
      this.#failed(error, 0);
    }
  }

  /** Due by the clock that nobody can set: one that was years ahead would end the sweeping for years. */
  #chores(): void {
    const { chores = [], clock = systemClock } = this.options;
    for (const chore of chores) {
      const nowMs = clock.monotonicMs();
      if (this.#choresInHand.has(chore)) continue;
      if (nowMs < (this.#choresDueMs.get(chore) ?? nowMs)) continue;
      this.#choresDueMs.set(chore, nowMs + chore.everyMs);
      const doing = this.#do(chore).finally(() => this.#choresInHand.delete(chore));
      this.#choresInHand.set(chore, doing);
    }
  }

  async #do(chore: Chore): Promise<void> {
    try {
      if (await chore.run()) this.#choresDueMs.delete(chore);
    } catch (error) {
      const { clock = systemClock } = this.options;
      this.#choresDueMs.set(chore, clock.monotonicMs() + Math.min(chore.everyMs, CHORE_RETRY_MS));
      this.#failed(error, 0);
    }
  }

  /** What tells of a failure must not end the loop for good. */
  #failed(error: unknown, failures: number): void {
    try {
      this.#counters.failed();
      this.options.failed(error, failures);
    } catch {
      // There is nobody left to tell.
    }
  }

  /** Whoever wakes a loop whose claims fail, as each new work does, cuts its pause short, and not to nothing. */
  async #pause(failures: number): Promise<void> {
    const { pollMs = POLL_MS, longestPauseMs = LONGEST_PAUSE_MS } = this.options;
    if (failures === 0) {
      await this.#sleep(jittered(pollMs), () => this.#isWoken || this.#isStopped);
      return;
    }
    const longest = { pollMs, longestPauseMs: Math.max(pollMs, longestPauseMs) };
    const ms = backoffMs(failures, longest);
    const leastMs = Math.min(ms, LEAST_PAUSE_MS);
    await this.#sleep(leastMs, () => this.#isStopped);
    await this.#sleep(ms - leastMs, () => this.#isWoken || this.#isStopped);
  }

  #sleep(ms: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#rouse = () => {
        if (!isOver()) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
