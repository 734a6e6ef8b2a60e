import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Leftovers } from './leftovers.js';
import { TargetWorker } from './target-worker.js';
import { Settlement } from '../delivery/settlement.js';
import { Replies } from '../delivery/replies.js';
import { RateLimits } from '../delivery/rate-limits.js';
import type { Routing } from '../routing/plan.js';
import { Router } from '../routing/router.js';
import { Dedup } from '../routing/dedup.js';
import type { StoredEvent } from '../events/event.js';
import type { Sink } from '../delivery/sink.js';
import { Spool, type Delivery } from '../spool/spool.js';
import { Delivering } from '../delivery/delivering.js';
import { Observer } from '../observability/observer.js';
import { traceCall } from '../observability/trace-call.js';
import type { RelayConfig } from '../options/config.js';
import { CurrentConfig } from '../options/current-config.js';

/** How a target is doing, for the status page. */
export interface LaneState {
  readonly sink: string;
  readonly label: string;
  readonly breaker: string;
  /** Nothing is sent before this time, in milliseconds since the epoch; 0 for no such time. */
  readonly pausedForMs: number;
}

const RETRY_BASE_MS = 500;
/** What is out has so long to come back; a sink that hangs must not keep the process from ending. */
const STOP_MS = 15_000;
const LEAD_RETRY_MS = 1000;

/** Carries stored events to their targets, for as long as this process is the one that delivers. */
@Injectable()
export class Dispatcher implements Delivering, OnApplicationShutdown {
  readonly #settlement: Settlement;
  readonly #router: Router;
  readonly #leftovers: Leftovers;
  readonly #limits: RateLimits;
  readonly #dedup: Dedup;
  /** Settled when it has seen what waits from before, or that this cannot be seen. */
  readonly #looked = Promise.withResolvers<undefined>();
  readonly #workers = new Map<string, TargetWorker>();
  #routing: Routing = { sinks: new Map(), routes: [] };
  #leading = false;
  /** Between two sets of sinks: what is stored meanwhile is found in the spool afterwards. */
  #switching = false;
  #stopped = false;
  /** What waited from before is being taken up: an end in the middle of it waits for it. */
  #opening: Promise<void> = Promise.resolve();

  constructor(
    private readonly spool: Spool,
    private readonly observer: Observer,
    private readonly clock: Clock,
    private readonly replies: Replies,
    private readonly config: CurrentConfig,
  ) {
    this.#dedup = new Dedup(clock);
    const shared = config.started.databaseUrl !== undefined;
    this.#limits = new RateLimits(clock);
    this.#settlement = new Settlement({
      ...{ spool, observer, clock },
      onEvents: () => this.#router.lookAgain(),
    });
    this.#leftovers = new Leftovers({ spool, observer, clock });
    this.#router = new Router({
      ...{ spool, observer, clock, shared, dedup: this.#dedup },
      routing: () => this.#routing,
      deliver: (deliveries) => this.#deliver(deliveries),
    });
  }

  /** The sinks and routes that are used now. */
  get routing(): Routing {
    return this.#routing;
  }

  get isLeading(): boolean {
    return this.#leading;
  }

  /**
   * Begins to deliver as soon as no other replica does.
   *
   * @returns when it has seen what waits from before; at once where it may have to wait for others
   */
  async start(routing: Routing): Promise<void> {
    this.#routing = routing;
    void this.#lead();
    if (this.config.started.databaseUrl === undefined) await this.#looked.promise;
  }

  /** Takes new sinks and routes; what waits for a sink goes on with its new form. */
  async use(routing: Routing): Promise<void> {
    const before = this.#routing;
    this.#routing = routing;
    if (!this.#leading) return closeSinks(before);
    this.#switching = true;
    await this.#leftovers.stop();
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
    this.#workers.clear();
    await this.#settlement.flushed();
    await closeSinks(before);
    this.#switching = false;
    this.#opening = this.#openWorkers();
    await this.#opening;
  }

  /** Events that were just stored. */
  offer(events: readonly StoredEvent[]): void {
    if (this.#leading) this.#router.offer(events);
  }

  lookAgain(): void {
    this.#router.lookAgain();
  }

  states(): readonly LaneState[] {
    return [...this.#workers.values()].map((worker) => ({
      sink: worker.sink.name,
      label: worker.sink.label(worker.target),
      breaker: worker.breakerState,
      pausedForMs: worker.pausedForMs,
    }));
  }

  /** What has failed again and again, and since when in milliseconds since the epoch. */
  failing(): readonly { readonly what: string; readonly sinceMs: number }[] {
    return [
      { what: 'Routing', sinceMs: this.#router.failingSinceMs },
      { what: 'Noting down what was delivered', sinceMs: this.#settlement.failingSinceMs },
    ].flatMap(({ what, sinceMs }) => (sinceMs === undefined ? [] : [{ what, sinceMs }]));
  }

  onApplicationShutdown(): Promise<void> {
    return within(STOP_MS, this.stop());
  }

  /** Lets what is out come back and writes it down. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#opening.catch(() => undefined); // said by whoever began it
    await this.#standDown();
    await closeSinks(this.#routing);
  }

  #isOver(): boolean {
    return this.#stopped;
  }

  async #standDown(): Promise<void> {
    this.#leading = false;
    await this.#leftovers.stop();
    await this.#router.stop();
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
    this.#workers.clear();
    await this.#settlement.flushed();
  }

  async #lead(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#turn();
      } catch (error) {
        this.#looked.resolve(undefined);
        this.observer.trouble('spool.lead_failed', error);
        await new Promise((resolve) => setTimeout(resolve, LEAD_RETRY_MS).unref());
      }
    }
  }

  /** One time of being the one that delivers: from winning until losing. */
  async #turn(): Promise<void> {
    let lose: () => void = () => undefined;
    const lost = new Promise<void>((resolve) => (lose = resolve));
    await this.spool.lead(lose);
    if (this.#isOver()) return;
    this.#leading = true;
    this.#opening = this.#openWorkers();
    await this.#opening;
    if (this.#isOver()) return;
    this.#router.start();
    void this.#router.firstLook.then(this.#looked.resolve);
    await lost;
    await this.#standDown();
  }

  /** Those that have something waiting from before; the rest belongs to sinks that are gone. */
  async #openWorkers(): Promise<void> {
    const { workers } = await this.spool.sizes();
    for (const { sink, target } of workers) this.#worker(sink, target)?.pump();
    const { sinks } = this.#routing;
    if (!this.#stopped) this.#leftovers.start(workers.filter(({ sink }) => !sinks.has(sink)));
  }

  #deliver(deliveries: readonly [Delivery, ...Delivery[]]): void {
    const [{ sink, target }] = deliveries;
    this.#worker(sink, target)?.offer(deliveries);
  }

  /** Nothing for a sink that is not configured any more, nor at the end. */
  #worker(name: string, target: string): TargetWorker | undefined {
    if (this.#switching || this.#stopped) return undefined;
    const key = `${name} ${target}`;
    const known = this.#workers.get(key);
    if (known !== undefined) return known;
    const sink = this.#routing.sinks.get(name);
    if (sink === undefined) return undefined;
    const worker = new TargetWorker(sink, target, {
      ...{ spool: this.spool, observer: this.observer, clock: this.clock, trace: traceCall },
      dedup: this.#dedup,
      ...policyOf(this.config.started),
      settlement: this.#settlement,
      replies: this.replies,
      limits: this.#limits,
      sinks: () => [...this.#routing.sinks.values()],
    });
    this.#workers.set(key, worker);
    return worker;
  }
}

async function closeSinks({ sinks }: Routing): Promise<void> {
  await Promise.all([...sinks.values()].map((sink: Sink) => sink.close?.() ?? Promise.resolve()));
}

/** How long what fails is tried again, and where what is dead goes. */
const policyOf = (config: RelayConfig) => ({
  deadLetterTopic: config.kafkaBrokers === undefined ? undefined : config.kafkaDeadLetterTopic,
  policy: {
    baseMs: RETRY_BASE_MS,
    maxMs: config.retryMaxSeconds * 1000,
    giveUpAfterMs: config.retrySeconds * 1000,
  },
});

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
