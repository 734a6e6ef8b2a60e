import type { Clock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import type { DeliveryOutcome, Observer } from '../observability/observer.js';
import type { History, Sample } from './history.js';

export interface QueueState {
  readonly sink: string;
  readonly target: string;
  readonly waiting: number;
  readonly breaker: string;
}

export interface RecorderUses {
  readonly history: () => History;
  readonly clock: Clock;
  readonly queues: () => Promise<readonly QueueState[]>;
}

const SAMPLE_MS = 15_000;

interface Counted {
  readonly sink: string;
  readonly target: string;
  delivered: number;
  failed: number;
}

/** Tells the history what happens, and how queues do every quarter of a minute. */
export class Recorder implements Pick<Observer, 'accepted' | 'delivery'> {
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly uses: RecorderUses) {}

  start(): void {
    this.#timer = setInterval(() => void this.sample(), SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  accepted(_source: string, events: readonly RelayEvent[]): void {
    this.uses.history().addEvents(events, this.uses.clock.nowMs());
  }

  delivery(outcome: DeliveryOutcome, where: Parameters<Observer['delivery']>[1]): void {
    const { sink, label: target, event, reason } = where;
    const atMs = this.uses.clock.nowMs();
    this.uses.history().addDelivery({ eventId: event.id, atMs, sink, target, outcome, reason });
    const key = `${sink} ${target}`;
    const counted = this.#counted.get(key) ?? { sink, target, delivered: 0, failed: 0 };
    if (outcome === 'delivered') counted.delivered += 1;
    else if (outcome === 'retried' || outcome === 'dead') counted.failed += 1;
    this.#counted.set(key, counted);
  }

  /** Never fails: what the spool cannot tell now is missing in the chart. */
  async sample(): Promise<void> {
    const queues = await this.uses.queues().catch(() => []);
    const atMs = this.uses.clock.nowMs();
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
    this.uses.history().addSamples([...samples, ...idle]);
  }
}
