import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Counter, Histogram } from 'prom-client';
import type { RelayEvent } from '../events/event.js';
import type { DeliveryOutcome, Observer } from './observer.js';
import { Watchers } from './watchers.js';

/** Counts everything, keeps the last of it for the status page, and logs what an operator acts on. */
@Injectable()
export class PrometheusObserver implements Observer {
  readonly #accepted: Counter;
  readonly #dropped: Counter;
  readonly #deliveries: Counter;
  readonly #seconds: Histogram;

  constructor(
    metrics: Metrics,
    private readonly logger: Logger,
    private readonly watchers: Watchers,
  ) {
    const registers = [metrics.registry];
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

  accepted(source: string, events: readonly RelayEvent[]): void {
    this.#accepted.inc({ source }, events.length);
    this.watchers.accepted(source, events);
  }

  dropped(source: string, reason: string, count: number): void {
    this.#dropped.inc({ source, reason }, count);
    if (LOUD.has(reason)) this.logger.warn('event.dropped', { source, reason, count });
  }

  delivery(outcome: DeliveryOutcome, where: Parameters<Observer['delivery']>[1]): void {
    const { sink, label, event, reason, seconds } = where;
    this.#deliveries.inc({ sink, outcome });
    if (seconds !== undefined) this.#seconds.observe({ sink }, seconds);
    this.watchers.delivery(outcome, where);
    const fields = { sink, target: label, id: event.id, subject: event.subject, reason };
    if (outcome === 'dead') this.logger.error('delivery.dead', fields);
    else if (outcome === 'retried') this.logger.warn('delivery.retried', fields);
    else if (SUPPRESSED.has(outcome)) this.logger.info(`delivery.${outcome}`, fields);
  }

  trouble(what: string, error: unknown): void {
    this.logger.error(what, { err: error });
  }
}

/** Reasons that an operator should act on. */
const LOUD = new Set(['unstored', 'lost', 'unknown_sink']);
const SUPPRESSED: ReadonlySet<DeliveryOutcome> = new Set(['duplicate', 'stale', 'coalesced']);
