import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { PushSender } from '../security-events/event-pusher.js';

/** Tells a client that somebody has answered (OpenID Connect CIBA Core 1.0, section 10.2). */
export interface NewPing {
  readonly url: string;
  /** The client's own token for this, which it wants to see. */
  readonly token: string;
  readonly requestId: string;
  /** After this the answer is worth nothing. */
  readonly expiresAt: Date;
}

export interface DuePing extends NewPing {
  readonly id: string;
  readonly failures: number;
}

/** Pings that are to be sent; what was added is not lost. */
export abstract class Pings {
  abstract add(ping: NewPing): Promise<void>;
  /** One that is due and that no other replica has, for so long. */
  abstract claim(leaseMs: number): Promise<DuePing | undefined>;
  abstract retry(id: string, failures: number, at: Date): Promise<void>;
  abstract remove(id: string): Promise<void>;
  /** Called with everything that this process adds. */
  abstract onAdded(listener: () => void): void;
}

/** An answer has 15 seconds. */
const LEASE_MS = 30_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
const MOST_AT_ONCE = 10;
/** What is to be tried again, or what a replica that died has left, is looked for that often. */
const TICK_MS = 1000;

/** Sends what is due, until the client has taken it or it is too late; a client that is slow keeps few others waiting. */
@Injectable()
export class Pinger implements OnApplicationBootstrap, OnApplicationShutdown {
  #working = 0;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #sending = new Set<Promise<void>>();

  constructor(
    private readonly pings: Pings,
    private readonly sender: PushSender,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** In every replica. */
  onApplicationBootstrap(): void {
    this.pings.onAdded(() => void this.#runLogged());
    this.#timer = setInterval(() => void this.#runLogged(), TICK_MS);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.stop();
  }

  async #runLogged(): Promise<void> {
    await this.run().catch((err: unknown) => this.logger.warn('ping.not_claimed', { err }));
  }

  async run(): Promise<void> {
    while (!this.#isOver && this.#working < MOST_AT_ONCE) {
      this.#working += 1;
      const ping = await this.pings.claim(LEASE_MS).catch((error: unknown) => {
        this.#working -= 1;
        throw error;
      });
      if (ping === undefined) {
        this.#working -= 1;
        return;
      }
      const sent = this.#send(ping).finally(() => {
        this.#working -= 1;
        this.#sending.delete(sent);
      });
      this.#sending.add(sent);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#sending);
  }

  async #send({ id, url, token, requestId, failures, expiresAt }: DuePing): Promise<void> {
    const { sender, pings, clock, logger } = this;
    try {
      const { status, error } = await sender.send({
        url,
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ auth_req_id: requestId }),
      });
      if (status === 204 || status === 200) {
        await pings.remove(id);
        return;
      }
      logger.warn('ping.refused', { host: new URL(url).host, status, error });
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
      const at = new Date(clock.nowMs() + waitMs);
      // Where no client ever answers, nothing else would take them away.
      if (at >= expiresAt) await pings.remove(id);
      else await pings.retry(id, failures + 1, at);
    } catch (err) {
      logger.warn('ping.failed', { err }); // it comes again when the lease ends
    }
  }
}
