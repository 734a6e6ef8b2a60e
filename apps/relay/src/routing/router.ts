import { sizeOf, type StoredEvent } from '../events/event.js';
import type { Observer } from '../observability/observer.js';
import { buried, Planner, type Plan, type PlanUses } from './plan.js';
import { SpoolRefused, type Delivery, type Spool } from '../spool/spool.js';

export interface RouterUses extends PlanUses {
  readonly spool: Pick<Spool, 'unrouted' | 'route'>;
  readonly observer: Observer;
  /** Takes deliveries that are stored now, all of one target. */
  readonly deliver: (deliveries: readonly [Delivery, ...Delivery[]]) => void;
  /** Other processes write to the same spool: look there again and again. */
  readonly shared: boolean;
}

const BATCH = 200;
/** Events in memory that wait to be routed; beyond, they are read from the spool again. */
const MAX_HELD = 10_000;
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Read from the spool at a time, as long as nobody knows how large they are. */
const FIRST_READ = 20;
const POLL_MS = 250;
const RETRY_MS = 1000;

/** Decides, for every stored event, which targets get it, and writes that down. */
export class Router {
  #held: StoredEvent[] = [];
  #heldBytes = 0;
  #readAtOnce = FIRST_READ;
  /** The spool has events that are not in memory. */
  #behind = true;
  /** How often it was told to look there, and up to which of these times it has. */
  #looks = 0;
  #looked = 0;
  #lastSeq = 0;
  #newestSeq = 0;
  #running: Promise<void> | undefined;
  #stopped = true;
  #timer: NodeJS.Timeout | undefined;
  #failingSinceMs: number | undefined;
  readonly #firstLook = Promise.withResolvers<undefined>();

  constructor(private readonly uses: RouterUses) {}

  start(): void {
    this.#stopped = false;
    this.#wake();
  }

  /** Resolves when it has been seen what waits from before, or that this cannot be seen. */
  get firstLook(): Promise<undefined> {
    return this.#firstLook.promise;
  }

  /** Events that were just stored. */
  offer(events: readonly StoredEvent[]): void {
    this.#newestSeq = events.at(-1)?.seq ?? this.#newestSeq;
    const isFull = this.#held.length + events.length > MAX_HELD || this.#heldBytes > MAX_HELD_BYTES;
    if (this.#behind || isFull || this.uses.shared) this.#behind = true;
    else this.#hold(events);
    this.#wake();
  }

  #hold(events: readonly StoredEvent[]): void {
    for (const stored of events) {
      this.#held.push(stored);
      this.#heldBytes += sizeOf(stored.event);
    }
  }

  #release(): readonly StoredEvent[] {
    const batch = this.#held.splice(0, BATCH);
    for (const { event } of batch) this.#heldBytes -= sizeOf(event);
    return batch;
  }

  /** Since when every try has failed; nothing when the last one did not. */
  get failingSinceMs(): number | undefined {
    return this.#failingSinceMs;
  }

  /** The spool has events that nobody offered. */
  lookAgain(): void {
    this.#behind = true;
    this.#looks += 1;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wake(): void {
    if (this.#stopped) return;
    this.#running ??= this.#run();
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake(), ms);
  }

  async #run(): Promise<void> {
    try {
      while (!this.#stopped) {
        const batch = await this.#next();
        this.#firstLook.resolve(undefined);
        // What came while it was looking may not have been seen.
        if (batch.length === 0 && this.#hasMore()) continue;
        if (batch.length === 0) {
          this.#failingSinceMs = undefined;
          return;
        }
        await this.#route(batch);
        // Requests that came meanwhile go first: senders wait, deliveries do not.
        await new Promise((resolve) => setImmediate(resolve));
      }
    } catch (error) {
      this.#firstLook.resolve(undefined);
      // What was not written down is read again.
      this.#behind = true;
      this.#held = [];
      this.#heldBytes = 0;
      this.#failingSinceMs ??= this.uses.clock.nowMs();
      this.uses.observer.trouble('routing.failed', error);
    } finally {
      // Without a pause before the end: an event that is offered later starts a new run.
      this.#running = undefined;
      if (!this.#stopped && this.#behind) this.#wakeIn(this.uses.shared ? POLL_MS : RETRY_MS);
    }
  }

  #hasMore(): boolean {
    return this.#held.length > 0 || this.#looked < this.#looks;
  }

  async #next(): Promise<readonly StoredEvent[]> {
    if (this.#held.length > 0) return this.#release();
    if (!this.#behind) return [];
    const limit = this.#readAtOnce;
    this.#looked = this.#looks;
    const events = await this.uses.spool.unrouted(limit);
    const bytes = events.reduce((sum, { event }) => sum + sizeOf(event), 0);
    this.#readAtOnce = bytes > MAX_HELD_BYTES / 4 ? FIRST_READ : BATCH;
    this.#lastSeq = Math.max(this.#lastSeq, events.at(-1)?.seq ?? 0);
    const caughtUp = events.length < limit && this.#lastSeq >= this.#newestSeq;
    if (caughtUp && !this.uses.shared && this.#looked === this.#looks) this.#behind = false;
    return events;
  }

  /** One event that the spool refuses for ever must not hold up the others. */
  async #route(events: readonly StoredEvent[]): Promise<void> {
    const planner = new Planner(this.uses);
    try {
      await this.#write(events.map((stored) => planner.plan(stored)));
    } catch (error) {
      if (!(error instanceof SpoolRefused)) throw error;
      const [first, ...others] = events;
      if (first !== undefined && others.length === 0) await this.#bury(first, error);
      else for (const stored of events) await this.#route([stored]);
    }
    this.#lastSeq = Math.max(this.#lastSeq, events.at(-1)?.seq ?? 0);
    this.#failingSinceMs = undefined;
  }

  async #bury(stored: StoredEvent, error: SpoolRefused): Promise<void> {
    this.uses.observer.trouble('routing.refused', error);
    await this.#write([buried(stored, error.message, this.uses.clock.nowMs())]);
  }

  async #write(plans: readonly Plan[]): Promise<void> {
    const planned = plans.flatMap(({ deliveries, stored: { event } }) =>
      deliveries.map((delivery) => ({ delivery, event })),
    );
    const ids = await this.uses.spool.route({
      seqs: plans.map(({ stored }) => stored.seq),
      deliveries: planned.map(({ delivery }) => delivery),
      deadLetters: plans.flatMap(({ deadLetters }) => deadLetters),
    });
    for (const plan of plans) this.#tell(plan);
    const deliveries = planned.map(({ delivery, event }, index) => ({
      ...delivery,
      id: ids[index] ?? 0,
      attempts: 0,
      event,
    }));
    const byTarget = Map.groupBy(deliveries, ({ sink, target }) => `${sink} ${target}`);
    for (const [first, ...others] of byTarget.values()) {
      if (first !== undefined) this.uses.deliver([first, ...others]);
    }
  }

  /** Only now, when it is written down: a plan that was not would be taken for told. */
  #tell({ stored: { event }, told, repeated, deadLetters, unknownSinks }: Plan): void {
    const { dedup, observer } = this.uses;
    for (const name of told) dedup.told(name);
    for (const { sink, target } of repeated) {
      observer.delivery('duplicate', { sink: sink.name, label: sink.label(target), event });
    }
    for (const { sink, reason } of deadLetters) {
      observer.delivery('dead', { sink, label: sink, event, reason });
    }
    if (unknownSinks > 0) observer.dropped(event.source, 'unknown_sink', unknownSinks);
  }
}
