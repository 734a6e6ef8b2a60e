import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Changes } from '../database/changes.js';
import { EventsTokenSettings } from './events-token.settings.js';
import { WorkLoop } from '@sextant/platform-data/work-loop';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { EventSigner } from './event-signer.js';
import { RevocationStreams } from './revocations.js';
import type { EventKind, SecurityEvent } from './security-events.js';

/** Where a receiver wants to be told (RFC 8935). */
export interface PushTarget {
  readonly url: string;
  /** The header `Authorization` that it wants to see. */
  readonly authorization: string | undefined;
}

export interface PushStream extends PushTarget {
  readonly id: string;
  /** In a row, so far. */
  readonly failures: number;
}

export abstract class PushStreams {
  /** Begins with everything that has not expired yet. @returns its id */
  abstract open(target: PushTarget, kinds: readonly EventKind[]): Promise<string>;
  /** `undefined` when there is no such stream, or it is polled. */
  abstract find(id: string): Promise<PushTarget | undefined>;
  /** From now on it is told there, or, without a target, polled. */
  abstract redirect(id: string, target: PushTarget | undefined): Promise<void>;
  /** Streams with news that are due and that no other replica has, for so long. */
  abstract claim(leaseSeconds: number): Promise<readonly PushStream[]>;
  /** Lets others have it, at once or after a failure. */
  abstract release(
    id: string,
    retry?: { readonly failures: number; readonly at: Date },
  ): Promise<void>;
}

/** Posts to addresses that others name: never to private ones but those that are allowed, never on by redirects. */
export abstract class PushSender {
  abstract mayCall(url: URL): boolean;
  abstract send(call: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }): Promise<{ readonly status?: number; readonly error?: string }>;
}

const LEASE_SECONDS = 60;
/** An answer has 15 seconds: with the last one begun before this the lease still holds. */
const WORK_MS = 40_000;
const BATCH = 100;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 300_000;

/** Tells receivers of revocations, one after the other, each until it has accepted it or the token has expired. */
@Injectable()
export class EventPusher implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #loop: WorkLoop<PushStream>;
  #isOver = false;

  constructor(
    private readonly streams: PushStreams,
    private readonly revocations: RevocationStreams,
    private readonly signer: EventSigner,
    private readonly sender: PushSender,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly changes: Changes,
    private readonly settings: EventsTokenSettings,
    metrics: Metrics,
  ) {
    this.#loop = new WorkLoop({
      name: 'event_streams',
      claim: () => streams.claim(LEASE_SECONDS),
      perform: (stream) => this.#pushTo(stream),
      // A receiver that is slow keeps no other waiting.
      atOnce: Number.POSITIVE_INFINITY,
      failed: (err) => logger.warn('events.not_pushed', { err }),
      metrics,
    });
  }

  /** Every replica pushes. Without EVENTS_TOKEN, streams are off. */
  onApplicationBootstrap(): void {
    if (this.settings.eventsToken === undefined) return;
    this.changes.on('revocations', this.#loop.wake);
    this.#loop.start();
  }

  /** Lets what is being sent end: else it would be sent twice. */
  async onApplicationShutdown(): Promise<void> {
    this.#isOver = true;
    await this.#loop.stop();
  }

  async #pushTo(stream: PushStream): Promise<void> {
    const { streams, revocations, clock } = this;
    const until = clock.nowMs() + WORK_MS;
    const isOver = (): boolean => this.#isOver || clock.nowMs() > until;
    for (;;) {
      const news = (await revocations.next(stream.id, BATCH)) ?? [];
      for (const one of news) {
        if (!(await this.#deliver(stream, one))) return;
        await revocations.heard(stream.id, one.place);
        if (isOver()) break;
      }
      if (news.length === 0 || isOver()) break;
    }
    await streams.release(stream.id);
  }

  /** @returns whether to go on: it was accepted, or refused for good (RFC 8935, section 2.3) */
  async #deliver(stream: PushStream, event: SecurityEvent): Promise<boolean> {
    const { sender, signer, logger, clock, streams } = this;
    const { id, url, authorization } = stream;
    const { status, error } = await sender.send({
      url,
      headers: {
        'content-type': 'application/secevent+jwt',
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: await signer.sign(event),
    });
    if (status === 202) return true;
    if (status === 400) {
      logger.warn('event.refused', { stream: id, event: event.place });
      return true;
    }
    const failures = stream.failures + 1;
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** stream.failures, LONGEST_RETRY_MS);
    logger.warn('event.not_pushed', { stream: id, failures, status, error });
    await streams.release(id, { failures, at: new Date(clock.nowMs() + waitMs) });
    return false;
  }
}
