import type { RelayEvent } from '../events/event.js';

/** What happened to a delivery for good, or for now. */
export type DeliveryOutcome =
  | 'delivered'
  | 'retried'
  | 'dead'
  | 'blank'
  | 'duplicate'
  | 'stale'
  | 'coalesced'
  | 'split';

/** Told of everything that happens to events, for metrics, logs and the status page. */
export abstract class Observer {
  abstract accepted(source: string, events: readonly RelayEvent[]): void;
  abstract dropped(source: string, reason: string, count: number): void;
  abstract delivery(
    outcome: DeliveryOutcome,
    where: {
      readonly sink: string;
      readonly label: string;
      readonly event: RelayEvent;
      readonly reason?: string;
      readonly seconds?: number;
    },
  ): void;
  /** Something in the relay itself went wrong; it goes on. */
  abstract trouble(what: string, error: unknown): void;
}
