import type { RelayEvent, SourceName } from '../event.js';

/** How a body arrived. */
export interface Arrival {
  /** The request's path without leading slashes, or the topic. */
  readonly channel: string;
  readonly nowMs: number;
  readonly traceparent?: string;
}

/** What a body gives: events, or the reason why there are none. */
export interface Received {
  readonly events: readonly RelayEvent[];
  /** How many things were acknowledged and not relayed, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** The body of the answer with status 200. */
  readonly answer: unknown;
}

/**
 * One kind of sender that posts JSON. A further vendor takes one such file, its fixture, and its
 * line in `composition/sources.ts`.
 */
export interface HttpSource {
  readonly name: SourceName;
  /**
   * Answer with success after so many milliseconds even if nothing could be stored: the sender
   * waits for nothing else, and refusing would do more harm than losing.
   */
  readonly answerWithinMs?: number;
  /** @throws {Problem} `invalid_payload` */
  receive(body: unknown, arrival: Arrival): Received;
}
