import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { PostgresChanges } from './database/postgres-changes.js';
import {
  EventPusher,
  PUSH_SENDER,
  PUSH_STREAMS,
  type PushSender,
  type PushStreams,
} from './security-events/event-pusher.js';
import { EVENT_SIGNER, type EventSigner } from './security-events/event-signer.js';
import { REVOCATION_STREAMS, type RevocationStreams } from './security-events/revocations.js';
import { LOGGER } from './mail-lifecycle.js';
import { EVENTS_TOKEN } from './security-events/ssf.guard.js';

/** What is to be tried again, or was held back, is looked for that often. */
const TICK_MS = 1000;

/** Pushes events when there are some, in every replica; without the operator's token there are no streams. */
@Injectable()
export class PushLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #pusher: EventPusher;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(EVENTS_TOKEN) private readonly token: string | null,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PostgresChanges) private readonly changes: PostgresChanges,
    @Inject(PUSH_STREAMS) streams: PushStreams,
    @Inject(PUSH_SENDER) sender: PushSender,
    @Inject(REVOCATION_STREAMS) revocations: RevocationStreams,
    @Inject(EVENT_SIGNER) signer: EventSigner,
  ) {
    const clock = systemClock;
    this.#pusher = new EventPusher({ streams, revocations, signer, sender, clock, logger });
  }

  onApplicationBootstrap(): void {
    if (this.token === null) return;
    this.changes.on('revocations', () => this.#push());
    this.#timer = setInterval(() => void this.#push(), TICK_MS);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#pusher.stop();
  }

  async #push(): Promise<void> {
    await this.#pusher
      .push()
      .catch((err: unknown) => this.logger.warn('events.not_pushed', { err }));
  }
}
