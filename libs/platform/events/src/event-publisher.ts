import type { EventEnvelope } from './event.js';

/** One event on its way out. */
export interface OutgoingEvent {
  readonly topic: string;
  /** Events with the same key arrive in the order in which they were given. */
  readonly key: string;
  readonly event: EventEnvelope;
}

/** Sends events to a broker. */
export interface EventPublisher {
  /** Resolves when the broker has stored all of them; rejects when that is not certain. */
  publish(events: readonly OutgoingEvent[]): Promise<void>;
  close(): Promise<void>;
}
