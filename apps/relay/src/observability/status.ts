import { Injectable } from '@nestjs/common';
import type { RelayEvent } from '../events/event.js';
import type { DeliveryOutcome, Observer } from './observer.js';
import { Watchers, type Watcher } from './watchers.js';

/** One line of the status page. */
export interface RecentEvent {
  readonly at: string;
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly what: string;
  readonly sink?: string;
  readonly target?: string;
  readonly reason?: string;
}

const KEPT = 100;

/** Remembers what happened last. */
@Injectable()
export class RecentEvents implements Watcher {
  readonly #lines: RecentEvent[] = [];
  #next = 0;

  constructor(watchers: Watchers) {
    watchers.add(this);
  }

  accepted(_source: string, events: readonly RelayEvent[]): void {
    for (const event of events.slice(-KEPT)) this.#keep({ ...headOf(event), what: 'accepted' });
  }

  delivery(outcome: DeliveryOutcome, where: Parameters<Observer['delivery']>[1]): void {
    const { sink, label, event, reason } = where;
    const more = reason === undefined ? {} : { reason };
    this.#keep({ ...headOf(event), what: outcome, sink, target: label, ...more });
  }

  /** Newest first. */
  list(): readonly RecentEvent[] {
    return [...this.#lines.slice(this.#next), ...this.#lines.slice(0, this.#next)].reverse();
  }

  #keep(line: RecentEvent): void {
    this.#lines[this.#next] = line;
    this.#next = (this.#next + 1) % KEPT;
  }
}

const headOf = ({ id, type, subject }: RelayEvent) => ({
  at: new Date().toISOString(),
  id,
  type,
  subject,
});
