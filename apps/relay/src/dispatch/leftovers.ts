import type { Clock } from '@sextant/platform-runtime/clock';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sizeOf } from '../events/event.js';
import type { Observer } from '../observability/observer.js';
import type { Spool, TargetWorker as Place, WaitingDelivery } from '../spool/spool.js';

export interface LeftoversUses {
  readonly spool: Pick<Spool, 'waiting' | 'settle' | 'space'>;
  readonly observer: Observer;
  readonly clock: Clock;
}

/** Read at a time: few, since nobody knows how large they are. */
const READ_AT_ONCE = 20;
/** Written at a time: on a full disk, the reserve must have room for it. */
const BYTES_AT_ONCE = 2 * 1024 * 1024;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/**
 * Turns what waits for sinks that are not configured any more into dead letters, while deliveries go
 * on. A dead letter is a copy of the event as long as other sinks need that: without ample room it is
 * made when they have it.
 */
export class Leftovers {
  #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly uses: LeftoversUses) {}

  start(places: readonly Place[]): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    this.#running = this.#running.then(() => this.#run(places, signal));
  }

  /** Resolves when the last that was begun is written. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(places: readonly Place[], signal: AbortSignal): Promise<void> {
    let left = places;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const next: Place[] = [];
      for (const place of left) if (!(await this.#isCleared(place, signal))) next.push(place);
      if (next.length === 0 || signal.aborted) return;
      if (next.length < left.length) pauseMs = FIRST_PAUSE_MS;
      left = next;
      await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => undefined); // stopped
    }
  }

  /** @returns whether nothing is left; otherwise the rest is for later */
  async #isCleared(place: Place, signal: AbortSignal): Promise<boolean> {
    try {
      while (!signal.aborted) {
        await setImmediate(); // Deliveries go first: nobody waits for this.
        const batch = await this.uses.spool.waiting(place, 0, READ_AT_ONCE);
        if (batch.length === 0) return true;
        const ready = await this.#ready(batch);
        if (ready.length === 0) return false;
        await this.#bury(ready);
      }
    } catch (error) {
      if (!signal.aborted) this.uses.observer.trouble('spool.bury_failed', error);
    }
    return false;
  }

  /** Those that need no room, or have it. */
  async #ready(batch: readonly WaitingDelivery[]): Promise<readonly WaitingDelivery[]> {
    const space = await this.uses.spool.space();
    const isAmple = space?.isAmple ?? true;
    const ready = batch.filter(({ pending }) => isAmple || pending <= 1);
    let bytes = 0;
    const fits = ready.findIndex(({ event }) => (bytes += sizeOf(event)) > BYTES_AT_ONCE);
    return fits === -1 ? ready : ready.slice(0, Math.max(1, fits));
  }

  /** In one step: after a kill each is still waiting, or a dead letter. */
  async #bury(batch: readonly WaitingDelivery[]): Promise<void> {
    const { spool, clock, observer } = this.uses;
    const letters = batch.map(({ event, sink, target, attempts }) => ({
      ...{ event, sink, target, attempts, atMs: clock.nowMs() },
      reason: `the sink ${sink} is not configured any more`,
    }));
    await spool.settle({
      done: batch.map(({ id, seq }) => ({ id, seq })),
      deadLetters: letters,
      ...{ retries: [], replies: [], events: [] },
    });
    for (const { event, sink, reason } of letters) {
      observer.delivery('dead', { sink, label: sink, event, reason });
    }
  }
}
