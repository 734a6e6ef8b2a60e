import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { PUSH_SENDER, type PushSender } from './security-events/event-pusher.js';
import { Pinger, PINGS, type Pings } from './approvals/pings.js';
import { LOGGER } from './mail-lifecycle.js';

/** What is to be tried again, or what a replica that died has left, is looked for that often. */
const TICK_MS = 1000;

/** Tells clients that somebody has answered, in every replica. */
@Injectable()
export class PingLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #pinger: Pinger;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PINGS) private readonly pings: Pings,
    @Inject(PUSH_SENDER) sender: PushSender,
  ) {
    this.#pinger = new Pinger({ pings, sender, logger, clock: systemClock });
  }

  onApplicationBootstrap(): void {
    this.pings.onAdded(() => void this.#run());
    this.#timer = setInterval(() => void this.#run(), TICK_MS);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#pinger.stop();
  }

  async #run(): Promise<void> {
    await this.#pinger.run().catch((err: unknown) => this.logger.warn('ping.not_claimed', { err }));
  }
}
