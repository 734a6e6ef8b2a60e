import { Injectable } from '@nestjs/common';
import type { RelayEvent } from '../events/event.js';
import type { DeliveryOutcome, Observer } from './observer.js';

export type Watcher = Pick<Observer, 'accepted' | 'delivery'>;

/** Everything that follows what the observer records, such as the status page. */
@Injectable()
export class Watchers implements Watcher {
  readonly #all: Watcher[] = [];

  add(watcher: Watcher): void {
    this.#all.push(watcher);
  }

  accepted(source: string, events: readonly RelayEvent[]): void {
    for (const watcher of this.#all) watcher.accepted(source, events);
  }

  delivery(outcome: DeliveryOutcome, where: Parameters<Observer['delivery']>[1]): void {
    for (const watcher of this.#all) watcher.delivery(outcome, where);
  }
}
