import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import type { DeliveryOutcome, Observer } from '../observability/observer.js';
import { Watchers, type Watcher } from '../observability/watchers.js';

/** One thing that has just happened. */
export interface Happening {
  readonly what: 'accepted' | DeliveryOutcome;
  readonly at: string;
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly sink?: string;
  readonly target?: string;
  readonly reason?: string;
}

type Listener = (happening: Happening) => void;

/** Tells whoever looks on what happens, as it happens. */
@Injectable()
export class LiveFeed implements Watcher {
  readonly #listeners = new Set<Listener>();

  constructor(
    private readonly clock: Clock,
    watchers: Watchers,
  ) {
    watchers.add(this);
  }

  /** @returns ends it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  accepted(_source: string, events: readonly RelayEvent[]): void {
    if (this.#listeners.size === 0) return;
    for (const event of events) this.#tell({ what: 'accepted', ...this.#headOf(event) });
  }

  delivery(outcome: DeliveryOutcome, where: Parameters<Observer['delivery']>[1]): void {
    if (this.#listeners.size === 0) return;
    const { sink, label: target, event, reason } = where;
    const more = reason === undefined ? {} : { reason };
    this.#tell({ what: outcome, ...this.#headOf(event), sink, target, ...more });
  }

  #headOf({ id, source, type, subject, labels }: RelayEvent) {
    return { at: new Date(this.clock.nowMs()).toISOString(), id, source, type, subject, labels };
  }

  #tell(happening: Happening): void {
    for (const listener of this.#listeners) listener(happening);
  }
}
