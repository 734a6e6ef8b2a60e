import type { Clock, Random } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import type { WebhookAnswer, WebhookSender } from '@sextant/platform-webhooks';
import { DueLoop } from '../scheduling/due-loop.js';
import type { Observer } from '../observability/observer.js';
import type { WebhookSecrets } from './webhook-secrets.js';
import type { DueDelivery, Settlement, WebhookStore } from './webhooks.js';

export interface WebhookWorkerUses {
  readonly store: WebhookStore;
  readonly sender: WebhookSender;
  readonly secrets: WebhookSecrets;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly observer: Pick<Observer, 'webhook'>;
}

export interface WebhookWorkerOptions {
  /** Seconds before each further attempt; after the last of them a delivery is dead. */
  readonly retrySeconds: readonly number[];
  readonly retentionDays: number;
}

/** Sent at the same time by one process. */
const PARALLEL = 32;
/** Longer than an attempt may take: a process that was killed leaves its deliveries to the others after that. */
const HOLD_MS = 20_000;
const SWEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const GONE = 410;

/**
 * Sends what waits, at least once: a delivery is claimed for a while, and whoever has claimed it says what became of it.
 * Replicas share the work. Each endpoint has some of the places, so that a slow one holds up nobody else.
 */
export class WebhookWorker {
  readonly #loop: DueLoop;
  readonly #inFlight = new Set<Promise<void>>();
  #nextSweepMs = 0;

  constructor(
    private readonly uses: WebhookWorkerUses,
    private readonly options: WebhookWorkerOptions,
  ) {
    this.#loop = new DueLoop({
      look: () => this.#sendDue(),
      failed: (error) => this.uses.logger.warn('webhooks.claim_failed', { err: error }),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Something may wait: it is looked for at once. */
  wake(): void {
    this.#loop.wake();
  }

  /** What is under way has its time; whatever is cut off is sent again. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#inFlight);
  }

  async #sendDue(): Promise<boolean> {
    const claimed = await this.#claim();
    await this.#sweepWhenDue();
    return claimed > 0 && this.#inFlight.size < PARALLEL;
  }

  async #claim(): Promise<number> {
    const due = await this.uses.store.claim(PARALLEL - this.#inFlight.size, HOLD_MS);
    for (const delivery of due) {
      const sending = this.#deliver(delivery).finally(() => {
        this.#inFlight.delete(sending);
        this.#loop.wake();
      });
      this.#inFlight.add(sending);
    }
    return due.length;
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { store, sender, secrets, clock, logger } = this.uses;
    const { webhook, eventId, body, id } = delivery;
    try {
      const at = new Date(clock.nowMs());
      const headers = secrets.headers(webhook, { eventId, body, at });
      const startMs = clock.monotonicMs();
      const answer = await sender.send({ url: webhook.url, headers, body });
      const durationMs = Math.round(clock.monotonicMs() - startMs);
      const settlement = this.#settlementOf(delivery, answer);
      this.uses.observer.webhook(settlement.kind);
      const { status = null, error = null } = answer;
      await store.settle({ deliveryId: id, at, status, error, durationMs }, settlement);
    } catch (error) {
      // It is not settled: its claim ends, and it is sent again.
      logger.warn('webhooks.settle_failed', { deliveryId: id, err: error });
    }
  }

  #settlementOf({ attempts }: DueDelivery, { status }: WebhookAnswer): Settlement {
    if (status !== undefined && status >= 200 && status < 300) return { kind: 'delivered' };
    const seconds = this.options.retrySeconds[attempts - 1];
    if (status === GONE || seconds === undefined) {
      return { kind: 'dead', isGone: status === GONE };
    }
    // A little more than asked for, so that what failed together does not come back together.
    const waitMs = seconds * 1000 * (1 + 0.1 * (this.uses.random.bytes(1).readUInt8(0) / 255));
    return { kind: 'later', nextAttemptAt: new Date(this.uses.clock.nowMs() + waitMs) };
  }

  async #sweepWhenDue(): Promise<void> {
    const { clock, store } = this.uses;
    if (clock.monotonicMs() < this.#nextSweepMs) return;
    this.#nextSweepMs = clock.monotonicMs() + SWEEP_EVERY_MS;
    await store.sweep(new Date(clock.nowMs() - this.options.retentionDays * DAY_MS));
  }
}
