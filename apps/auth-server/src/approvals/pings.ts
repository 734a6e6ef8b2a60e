import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { WorkLoop } from '@sextant/platform-data/work-loop';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
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
/** Request Timeout, Too Early, Too Many Requests. */
const LATER_STATUSES = new Set([408, 425, 429]);

/** Sends what is due, until the client has taken or refused it or it is too late; a client that is slow keeps few others waiting. */
@Injectable()
export class Pinger implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #loop: WorkLoop<DuePing>;

  constructor(
    private readonly pings: Pings,
    private readonly sender: PushSender,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#loop = new WorkLoop({
      name: 'pings',
      claim: async () => arrayOf(await pings.claim(LEASE_MS)),
      perform: (ping) => this.#send(ping),
      atOnce: MOST_AT_ONCE,
      idOf: ({ id }) => id,
      failed: (err) => logger.warn('ping.not_claimed', { err }),
      metrics,
    });
  }

  /** In every replica. */
  onApplicationBootstrap(): void {
    this.pings.onAdded(this.#loop.wake);
    this.#loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#loop.stop();
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
      if (isFinal(status)) {
        await pings.remove(id);
        return;
      }
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

/** A redirect is not followed, and the client's refusal will be the same; it can still ask at the token endpoint. */
const isFinal = (status = 0): boolean =>
  status >= 300 && status < 500 && !LATER_STATUSES.has(status);

const arrayOf = <T>(one: T | undefined): readonly T[] => (one === undefined ? [] : [one]);
