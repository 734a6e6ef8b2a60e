import type { RelayEvent } from '../events/event.js';
import type { Bucket } from './rate-limits.js';
import type { Delivery } from '../spool/spool.js';

/** One message on its way to one target. */
export interface OutgoingMessage {
  /** The deliveries that it stands for: one, or all of a group. */
  readonly deliveries: readonly [Delivery, ...Delivery[]];
  readonly text: string;
  /** Which part of a long message the text is, from 0; absent for one that is whole. */
  readonly part?: number;
  /** The answer to the first part, for those after it. */
  readonly reply?: Readonly<Record<string, unknown>>;
}

/** What a target said to one message. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly reply?: Readonly<Record<string, unknown>> }
  /** Not now: tried again, not before `afterMs` if the target named a time. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number }
  /** Never: trying again is of no use. Where the target was not asked, it has neither failed nor succeeded. */
  | { readonly kind: 'dead'; readonly reason: string; readonly isUnsent?: true };

/** No message can be made of an event for a target: the event's fault, which no try mends and the target has no part in. */
export class NotComposable extends Error {
  override readonly name = 'NotComposable';
}

/** Makes a message, or a part of it. @throws {NotComposable} for whatever it throws */
export function composed<T>(make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof NotComposable) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NotComposable(`The message cannot be composed: ${reason}`, { cause });
  }
}

/** A regular expression over names of sinks. */
export interface NamePattern {
  test(name: string): boolean;
}

/** What a queue of chat messages may do to stay readable. Zero turns a rule off. */
export interface ChatRules {
  /** The same alert in the same state is told once in this time, in milliseconds. */
  readonly dedupMs: number;
  /** Older notices are not sent any more, in milliseconds since they arrived. */
  readonly staleMs: number;
  /** More waiting messages than this are put together into one. */
  readonly coalesceAbove: number;
}

/**
 * A kind of channel. What it needs to know of time, retries and order is the dispatcher's business:
 * a sink renders, and sends once.
 */
export interface Sink {
  /** Its name in options, routes and metrics, such as `chatbot`. */
  readonly name: string;
  /** Names that `forward` and templates know it by, such as `Telegram`; the first one is its own. */
  readonly titles: readonly [string, ...string[]];
  /** Absent: every message is sent as it is. */
  readonly chat?: ChatRules;
  /** Most messages of one `send`. */
  readonly batchSize: number;
  /** Most `send`s to one target at a time; those of one key never overlap. */
  readonly concurrency: number;
  /** It needs what tells alerts apart: it gets those of a group one by one. */
  readonly needsAlerts?: boolean;
  /** Its answers are kept, so that a later message of the same key can refer to them. */
  readonly remembers?: boolean;
  /** Sinks that get the event once more, with this one's answer in `via`. */
  readonly forward?: NamePattern;
  /** The targets of an event; an empty text is the configured one. */
  targets(event: RelayEvent): readonly string[];
  /** A target without its secrets, for logs, metrics and the status page. */
  label(target: string): string;
  /** The limits that sending to a target counts against. */
  limits(target: string): readonly Bucket[];
  /** The message of an event; blank: nothing is sent. @throws {TemplateError} */
  render(event: RelayEvent): string;
  /** One message out of several. Only chat sinks are asked. */
  combine?(messages: readonly string[]): string;
  /** Until when nothing of an event that came at a time may be sent; 0 for no such time. */
  quietUntilMs?: (event: RelayEvent, atMs: number) => number;
  /** Cuts a message that is too long for the channel; each part counts against the limits. */
  split?(text: string): readonly string[];
  /**
   * @returns one outcome per message; a rejection counts as `retry` for all of them
   * @throws {NotComposable} before anything is sent; counts as `dead` for all of them
   */
  send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]>;
  close?(): Promise<void>;
}
