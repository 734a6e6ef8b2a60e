import type { Clock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import type { PushSender } from '../security-events/event-pusher.js';

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
export interface Pings {
  add(ping: NewPing): Promise<void>;
  /** One that is due and that no other replica has, for so long. */
  claim(leaseMs: number): Promise<DuePing | undefined>;
  retry(id: string, failures: number, at: Date): Promise<void>;
  remove(id: string): Promise<void>;
  /** Called with everything that this process adds. */
  onAdded(listener: () => void): void;
}

export const PINGS = Symbol('Pings');

export interface PingerDependencies {
  readonly pings: Pings;
  readonly sender: PushSender;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An answer has 15 seconds. */
const LEASE_MS = 30_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
const MOST_AT_ONCE = 10;

/** Sends what is due, until the client has taken it or it is too late; a client that is slow keeps few others waiting. */
export class Pinger {
  #working = 0;
  #isOver = false;
  readonly #sending = new Set<Promise<void>>();

  constructor(private readonly uses: PingerDependencies) {}

  async run(): Promise<void> {
    while (!this.#isOver && this.#working < MOST_AT_ONCE) {
      this.#working += 1;
      const ping = await this.uses.pings.claim(LEASE_MS).catch((error: unknown) => {
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
    const { sender, pings, clock, logger } = this.uses;
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
