import type { OnApplicationShutdown } from '@nestjs/common';
import type { RelayEvent, StoredEvent } from '../events/event.js';

/** One event for one target of one sink. */
export interface NewDelivery {
  readonly seq: number;
  readonly sink: string;
  /** The sink's own notation; empty stands for the configured target. */
  readonly target: string;
  readonly key: string;
  /** Not before this time, in milliseconds since the epoch. */
  readonly notBeforeMs: number;
}

export interface Delivery extends NewDelivery {
  readonly id: number;
  readonly attempts: number;
  readonly event: RelayEvent;
}

export interface WaitingDelivery extends Delivery {
  /** How many deliveries of the same event are not done, itself included. */
  readonly pending: number;
}

export interface NewDeadLetter {
  readonly event: RelayEvent;
  readonly sink: string;
  readonly target: string;
  readonly reason: string;
  readonly attempts: number;
  readonly atMs: number;
}

export interface DeadLetter extends NewDeadLetter {
  readonly id: number;
}

/** The spool is there and will never take this: trying the same again is of no use. */
export class SpoolRefused extends Error {
  override readonly name = 'SpoolRefused';
}

/** The disk has no room for all of this now; for a part of it, it may have. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

/** The spool is closed: nothing will be stored any more. */
export class SpoolClosed extends Error {
  override readonly name = 'SpoolClosed';
  override readonly message = 'The spool is closed.';
}

/** How full the disk of a spool is, in bytes. */
export interface SpoolSpace {
  readonly usedBytes: number;
  /** On the disk, and within the spool's file. */
  readonly freeBytes: number;
  /** It would still take on if it held everything twice. */
  readonly isAmple: boolean;
  /** Why nothing more is taken on. */
  readonly refusal?: string | undefined;
}

/** What became of events that were looked at for the first time. */
export interface Routed {
  readonly seqs: readonly number[];
  readonly deliveries: readonly NewDelivery[];
  readonly deadLetters: readonly NewDeadLetter[];
}

/** A sink's answer that later messages of the same key refer to, such as a chat message's id. */
export interface Reply {
  readonly sink: string;
  readonly target: string;
  readonly key: string;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** What became of deliveries. */
export interface Settled {
  /** Delivered, suppressed or dead: gone from the queue. */
  readonly done: readonly { readonly id: number; readonly seq: number }[];
  readonly retries: readonly {
    readonly id: number;
    readonly attempts: number;
    readonly notBeforeMs: number;
    readonly error: string;
  }[];
  readonly deadLetters: readonly NewDeadLetter[];
  readonly replies: readonly Reply[];
  /** Events that a sink forwards. */
  readonly events: readonly RelayEvent[];
}

export interface QueueSize {
  readonly sink: string;
  readonly target: string;
  readonly waiting: number;
  readonly oldestMs: number;
}

export interface SpoolSizes {
  readonly unrouted: number;
  readonly deadLetters: number;
  readonly workers: readonly QueueSize[];
}

/**
 * Where accepted events are kept until every sink has them. Everything that resolves has reached
 * the disk, but for `settle`, which may be lost with the machine: what it tells of is then done
 * twice.
 *
 * `route` and `settle` reject with `SpoolRefused` for what can never be stored, and with anything else
 * for an outage.
 */
export abstract class Spool implements OnApplicationShutdown {
  /** @returns the places of the events, in order */
  abstract append(events: readonly RelayEvent[]): Promise<readonly number[]>;
  /** Events that were not routed yet, oldest first. */
  abstract unrouted(limit: number): Promise<readonly StoredEvent[]>;
  /** @returns the ids of the deliveries, in order */
  abstract route(routed: Routed): Promise<readonly number[]>;
  /** What waits for one target, oldest first, after an id. */
  abstract waiting(
    worker: TargetWorker,
    afterId: number,
    limit: number,
  ): Promise<readonly WaitingDelivery[]>;
  abstract settle(settled: Settled): Promise<void>;
  abstract reply(worker: TargetWorker, key: string): Promise<Reply | undefined>;
  /** What is kept for a sink with a `dueMs` that has come, the newest first, some at a time. */
  abstract due(sink: string, nowMs: number, limit: number): Promise<readonly Reply['reply'][]>;
  abstract deadLetters(page: {
    readonly beforeId?: number;
    readonly limit: number;
  }): Promise<readonly DeadLetter[]>;
  /**
   * Queues dead letters again, each for its sink and target only, as if they came at `nowMs`.
   *
   * @returns how many there were
   */
  abstract replay(ids: readonly number[] | 'all', nowMs: number): Promise<number>;
  abstract removeDeadLetters(ids: readonly number[]): Promise<number>;
  abstract sizes(): Promise<SpoolSizes>;
  /** Nothing where a database keeps the spool, which has a disk of its own. */
  abstract space(): Promise<SpoolSpace | undefined>;
  /** Resolves when this process may deliver: where replicas share the spool, one at a time does. */
  abstract lead(lost: () => void): Promise<void>;
  abstract close(): Promise<void>;

  /** Globally provided, so after whatever writes there. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

export interface TargetWorker {
  readonly sink: string;
  readonly target: string;
}
