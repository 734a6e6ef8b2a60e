import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import { Administration } from '../administration/administration.js';
import type { DeliveryOutcome, Observer } from '../observability/observer.js';
import { Watchers, type Watcher } from '../observability/watchers.js';
import { History, type Sample } from './history.js';

const SAMPLE_MS = 15_000;

interface Counted {
  readonly sink: string;
  readonly target: string;
  delivered: number;
  failed: number;
}

/** Tells the history what happens, and how queues do every quarter of a minute. */
@Injectable()
export class Recorder implements Watcher, OnApplicationBootstrap, OnApplicationShutdown {
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly history: History,
    private readonly clock: Clock,
    private readonly administration: Administration,
    watchers: Watchers,
  ) {
    watchers.add(this);
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.sample(), SAMPLE_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  accepted(_source: string, events: readonly RelayEvent[]): void {
    this.history.addEvents(events, this.clock.nowMs());
  }

  delivery(outcome: DeliveryOutcome, where: Parameters<Observer['delivery']>[1]): void {
    const { sink, label: target, event, reason } = where;
    const atMs = this.clock.nowMs();
    this.history.addDelivery({ eventId: event.id, atMs, sink, target, outcome, reason });
    const key = `${sink} ${target}`;
    const counted = this.#counted.get(key) ?? { sink, target, delivered: 0, failed: 0 };
    if (outcome === 'delivered') counted.delivered += 1;
    else if (outcome === 'retried' || outcome === 'dead') counted.failed += 1;
    this.#counted.set(key, counted);
  }

  /** Never fails: what the spool cannot tell now is missing in the chart. */
  async sample(): Promise<void> {
    const { queues } = await this.administration.status().catch(() => ({ queues: [] }));
    const atMs = this.clock.nowMs();
    const counted = new Map(this.#counted);
    this.#counted.clear();
    const samples = queues.map(({ sink, target, waiting, breaker }): Sample => {
      const { delivered = 0, failed = 0 } = counted.get(`${sink} ${target}`) ?? {};
      counted.delete(`${sink} ${target}`);
      return { atMs, sink, target, waiting, isOpen: breaker !== 'closed', delivered, failed };
    });
    const idle = [...counted.values()].map((counts) => ({
      ...{ atMs, waiting: 0, isOpen: false },
      ...counts,
    }));
    this.history.addSamples([...samples, ...idle]);
  }
}
