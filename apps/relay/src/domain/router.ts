import type { Clock } from '@sextant/platform-clock';
import type { Dedup } from './dedup.js';
import { sizeOf, type StoredEvent } from './event.js';
import type { Observer } from './observer.js';
import { destinations, type Destination, type Route } from './routes.js';
import type { Sink } from './sink.js';
import type { Delivery, NewDelivery, Spool } from './spool.js';

/** What may change while the relay runs. */
export interface Routing {
  readonly sinks: ReadonlyMap<string, Sink>;
  readonly routes: readonly Route[];
}

export interface RouterUses {
  readonly spool: Pick<Spool, 'unrouted' | 'route'>;
  readonly dedup: Dedup;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly routing: () => Routing;
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
  #lastSeq = 0;
  #newestSeq = 0;
  #running: Promise<void> | undefined;
  #stopped = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly uses: RouterUses) {}

  start(): void {
    this.#stopped = false;
    this.#wake();
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

  /** The spool has events that nobody offered. */
  lookAgain(): void {
    this.#behind = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wake(): void {
    if (this.#stopped) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (!this.#stopped && (this.#held.length > 0 || this.#behind)) {
        this.#wakeIn(this.uses.shared ? POLL_MS : RETRY_MS);
      }
    });
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake(), ms);
  }

  async #run(): Promise<void> {
    try {
      while (!this.#stopped) {
        const batch = await this.#next();
        if (batch.length === 0) return;
        await this.#route(batch);
        // Requests that came meanwhile go first: senders wait, deliveries do not.
        await new Promise((resolve) => setImmediate(resolve));
      }
    } catch (error) {
      // What was not written down is read again.
      this.#behind = true;
      this.#held = [];
      this.#heldBytes = 0;
      this.uses.observer.trouble('routing.failed', error);
    }
  }

  async #next(): Promise<readonly StoredEvent[]> {
    if (this.#held.length > 0) return this.#release();
    if (!this.#behind) return [];
    const limit = this.#readAtOnce;
    const events = await this.uses.spool.unrouted(limit);
    const bytes = events.reduce((sum, { event }) => sum + sizeOf(event), 0);
    this.#readAtOnce = bytes > MAX_HELD_BYTES / 4 ? FIRST_READ : BATCH;
    this.#lastSeq = Math.max(this.#lastSeq, events.at(-1)?.seq ?? 0);
    const caughtUp = events.length < limit && this.#lastSeq >= this.#newestSeq;
    if (caughtUp && !this.uses.shared) this.#behind = false;
    return events;
  }

  async #route(events: readonly StoredEvent[]): Promise<void> {
    const planned = events.flatMap((stored) =>
      this.#plan(stored).map((delivery) => ({ delivery, event: stored.event })),
    );
    const ids = await this.uses.spool.route({
      seqs: events.map(({ seq }) => seq),
      deliveries: planned.map(({ delivery }) => delivery),
      deadLetters: [],
    });
    this.#lastSeq = Math.max(this.#lastSeq, events.at(-1)?.seq ?? 0);
    const deliveries = planned.map(({ delivery, event }, index) => ({
      ...delivery,
      id: ids[index] ?? 0,
      attempts: 0,
      event,
    }));
    const byLane = Map.groupBy(deliveries, ({ sink, target }) => `${sink} ${target}`);
    for (const [first, ...others] of byLane.values()) {
      if (first !== undefined) this.uses.deliver([first, ...others]);
    }
  }

  #plan(stored: StoredEvent): NewDelivery[] {
    const { sinks, routes } = this.uses.routing();
    const { directed } = stored.event;
    const wanted: readonly Destination[] =
      directed === undefined
        ? destinations(stored.event, routes, [...sinks.keys()])
        : directed.sinks.map((sink) => ({ sink }));
    return wanted.flatMap((destination) => {
      const sink = sinks.get(destination.sink);
      if (sink === undefined) return this.#unknownSink(stored, destination.sink);
      return this.#targets(sink, stored).flatMap((target) =>
        this.#delivery(stored, { sink, target, destination }),
      );
    });
  }

  /** A replayed letter for a sink that is not configured any more keeps waiting for it. */
  #unknownSink({ seq, event }: StoredEvent, sink: string): NewDelivery[] {
    this.uses.observer.dropped(event.source, 'unknown_sink', 1);
    const target = event.directed?.target;
    if (target === undefined) return [];
    return [{ seq, sink, target, key: event.key, notBeforeMs: 0 }];
  }

  #targets(sink: Sink, { event }: StoredEvent): readonly string[] {
    if (event.directed?.target !== undefined) return [event.directed.target];
    return [...new Set(sink.targets(event))];
  }

  #delivery({ seq, event }: StoredEvent, planned: Planned): NewDelivery[] {
    const { sink, target, destination } = planned;
    if (this.#isRepeated(event, planned)) {
      const label = sink.label(target);
      this.uses.observer.delivery('duplicate', { sink: sink.name, label, event });
      return [];
    }
    const { group } = destination;
    const isGrouped = group !== undefined && sink.chat !== undefined;
    return [
      {
        seq,
        sink: sink.name,
        target,
        key: isGrouped ? group.key : event.key,
        notBeforeMs: isGrouped ? this.uses.clock.nowMs() + group.waitMs : 0,
      },
    ];
  }

  #isRepeated(event: StoredEvent['event'], { sink, target }: Planned): boolean {
    if (sink.chat === undefined || event.directed !== undefined) return false;
    return this.uses.dedup.isRepeated(event, [sink.name, target], sink.chat.dedupMs);
  }
}

interface Planned {
  readonly sink: Sink;
  readonly target: string;
  readonly destination: Destination;
}
