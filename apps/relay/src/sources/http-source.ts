import type { JsonLimits } from '@sextant/platform-http';
import type { RelayEvent, SourceName } from '../events/event.js';

/** A request without its body. */
export interface RequestHead {
  /** In small letters. */
  readonly headerNames: readonly string[];
  /** By its name in small letters. */
  header(name: string): string | undefined;
  query(name: string): string | undefined;
}

/** How a body arrived. */
export interface Arrival {
  /** The request's path without leading slashes, or the topic. */
  readonly channel: string;
  readonly nowMs: number;
  readonly traceparent?: string;
  /** Absent where it came by another way than HTTP. */
  readonly head?: RequestHead;
}

/** What a body gives: events, or the reason why there are none. */
export interface Received {
  readonly events: readonly RelayEvent[];
  /** How many things were acknowledged and not relayed, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** The body of the answer with status 200. */
  readonly answer: unknown;
}

/** One kind of sender that posts events. */
export interface HttpSource {
  readonly name: SourceName;
  /**
   * Answer with success after so many milliseconds even if nothing could be stored: the sender
   * waits for nothing else, and refusing would do more harm than losing.
   */
  readonly answerWithinMs?: number;
  /** Whether it takes a body of this media type; JSON in UTF-8 if absent. */
  readonly takesType?: (contentType: string) => boolean;
  /**
   * Whether this sender's own credentials let it in, before the body is read; nothing when the general
   * access of the inputs decides.
   */
  admits?(head: RequestHead): boolean | undefined;
  /** Headers of the answer to a sender that asks by OPTIONS whether it may send; nothing: it asks in vain. */
  readonly handshake?: (head: RequestHead) => Readonly<Record<string, string>> | undefined;
  /** Whether the body is the sender's, once it is there. */
  verifies?(head: RequestHead, body: Buffer, nowMs: number): boolean;
  /** Of its JSON; those of all others if absent. */
  readonly limits?: Required<JsonLimits>;
  /** What `receive` gets of the bytes; JSON if absent. @throws {Problem} */
  parse?(body: Buffer, head: RequestHead): unknown;
  /** @throws {Problem} `invalid_payload`, `unauthorized` */
  receive(body: unknown, arrival: Arrival): Received | Promise<Received>;
}

/** One that asks nobody else. */
export interface PlainHttpSource extends HttpSource {
  receive(body: unknown, arrival: Arrival): Received;
}
