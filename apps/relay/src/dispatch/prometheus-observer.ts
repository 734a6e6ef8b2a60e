import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RelayEvent } from '../events/event.js';
import type { DeliveryOutcome, Observer } from '../observability/observer.js';
import type { SpoolSizes, SpoolSpace } from '../spool/spool.js';

export type Watcher = Pick<Observer, 'accepted' | 'delivery'>;

export interface ObserverUses {
  readonly registry: Registry;
  readonly logger: Logger;
  /** Told of the same. */
  readonly watchers: readonly Watcher[];
  readonly clock: Clock;
}

/** What the gauges ask for when they are read. */
export interface Readings {
  readonly sizes: () => Promise<SpoolSizes>;
  readonly space: () => Promise<SpoolSpace | undefined>;
  readonly unstored: () => number;
  readonly historyDropped: () => number;
  readonly label: (sink: string, target: string) => string;
}

/** Counts everything, keeps the last of it for the status page, and logs what an operator acts on. */
export class PrometheusObserver implements Observer {
  readonly #accepted: Counter;
  readonly #dropped: Counter;
  readonly #deliveries: Counter;
  readonly #seconds: Histogram;

  constructor(private readonly uses: ObserverUses) {
    const registers = [uses.registry];
    this.#accepted = new Counter({
      name: 'relay_events_accepted_total',
      help: 'Events that were stored.',
      labelNames: ['source'],
      registers,
    });
    this.#dropped = new Counter({
      name: 'relay_events_dropped_total',
      help: 'Events that were acknowledged and not relayed, or not stored in time.',
      labelNames: ['source', 'reason'],
      registers,
    });
    this.#deliveries = new Counter({
      name: 'relay_deliveries_total',
      help: 'What became of events at sinks.',
      labelNames: ['sink', 'outcome'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'relay_delivery_seconds',
      help: 'Time of one successful call of a sink.',
      labelNames: ['sink'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30],
      registers,
    });
  }

  /** Adds the gauges, which have to ask the spool. */
  watch(readings: Readings): void {
    // All of one scrape are set by one look at the spool.
    let looking: Promise<void> | undefined;
    const collect = () => {
      looking ??= this.#read(gauges, readings).finally(() => (looking = undefined));
      return looking;
    };
    const gauge = (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name, help, labelNames, collect, registers: [this.uses.registry] });
    const gauges: Gauges = {
      waiting: gauge('relay_deliveries_waiting', 'Deliveries in the queue.', WHERE),
      oldest: gauge('relay_queue_age_seconds', 'Age of the oldest delivery in the queue.', WHERE),
      dead: gauge('relay_dead_letters', 'Dead letters that are kept.'),
      unstored: gauge('relay_events_unstored', 'Events that are acknowledged, in memory only.'),
      unrouted: gauge('relay_events_unrouted', 'Stored events that were not looked at yet.'),
      used: gauge('relay_spool_used_bytes', 'What events and dead letters take of the disk.'),
      free: gauge('relay_spool_free_bytes', "What the spool's disk and file have left."),
      history: gauge(
        'relay_history_dropped',
        'Events and deliveries that the history could not keep since the start.',
      ),
      refusing: gauge('relay_spool_refusing', '1 while events are refused for want of space.'),
    };
  }

  accepted(source: string, events: readonly RelayEvent[]): void {
    this.#accepted.inc({ source }, events.length);
    for (const watcher of this.uses.watchers) watcher.accepted(source, events);
  }

  dropped(source: string, reason: string, count: number): void {
    this.#dropped.inc({ source, reason }, count);
    if (LOUD.has(reason)) this.uses.logger.warn('event.dropped', { source, reason, count });
  }

  delivery(outcome: DeliveryOutcome, where: Parameters<Observer['delivery']>[1]): void {
    const { sink, label, event, reason, seconds } = where;
    this.#deliveries.inc({ sink, outcome });
    if (seconds !== undefined) this.#seconds.observe({ sink }, seconds);
    for (const watcher of this.uses.watchers) watcher.delivery(outcome, where);
    const fields = { sink, target: label, id: event.id, subject: event.subject, reason };
    if (outcome === 'dead') this.uses.logger.error('delivery.dead', fields);
    else if (outcome === 'retried') this.uses.logger.warn('delivery.retried', fields);
    else if (SUPPRESSED.has(outcome)) this.uses.logger.info(`delivery.${outcome}`, fields);
  }

  trouble(what: string, error: unknown): void {
    this.uses.logger.error(what, { err: error });
  }

  async #read(gauges: Gauges, { sizes, space, label, ...readings }: Readings): Promise<void> {
    const [{ workers, deadLetters, unrouted }, room] = await Promise.all([sizes(), space()]);
    gauges.waiting.reset();
    gauges.oldest.reset();
    for (const { sink, target, waiting, oldestMs } of workers) {
      const where = { sink, target: label(sink, target) };
      gauges.waiting.set(where, waiting);
      gauges.oldest.set(where, Math.max(0, (this.uses.clock.nowMs() - oldestMs) / 1000));
    }
    gauges.dead.set(deadLetters);
    gauges.unstored.set(readings.unstored());
    gauges.history.set(readings.historyDropped());
    gauges.unrouted.set(unrouted);
    if (room === undefined) return;
    gauges.used.set(room.usedBytes);
    gauges.free.set(room.freeBytes);
    gauges.refusing.set(room.refusal === undefined ? 0 : 1);
  }
}

type Gauges = Readonly<
  Record<
    | ('waiting' | 'oldest' | 'dead' | 'unstored' | 'unrouted')
    | ('used' | 'free' | 'refusing' | 'history'),
    Gauge
  >
>;

const WHERE = ['sink', 'target'];
/** Reasons that an operator should act on. */
const LOUD = new Set(['unstored', 'lost', 'unknown_sink']);
const SUPPRESSED: ReadonlySet<DeliveryOutcome> = new Set(['duplicate', 'stale', 'coalesced']);
