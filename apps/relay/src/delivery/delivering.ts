import type { StoredEvent } from '../events/event.js';

/** Carries stored events to their targets. Where replicas share the spool, one of them does. */
export abstract class Delivering {
  /** Whether this process does. */
  abstract readonly isLeading: boolean;
  /** Events that were just stored. */
  abstract offer(events: readonly StoredEvent[]): void;
}
