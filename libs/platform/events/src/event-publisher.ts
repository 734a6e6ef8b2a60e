import type { EventEnvelope } from './event.js';

/** One event on its way out. */
export interface OutgoingEvent {
  readonly topic: string;
  /** Events with the same key arrive in the order in which they were given. */
  readonly key: string;
  readonly event: EventEnvelope;
}

/** The broker will never take this event: it is too large or malformed. Trying again is of no use. */
export class EventRejected extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'EventRejected';
  }
}

/** Sends events to a broker. */
export interface EventPublisher {
  /**
   * Resolves when the broker has stored all of them; rejects when that is not certain.
   *
   * @throws {EventRejected} when the broker refused one of them for good; some may be stored
   */
  publish(events: readonly OutgoingEvent[]): Promise<void>;
  close(): Promise<void>;
}
