import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { WorkLoop } from '@sextant/platform-data/work-loop';
import { Outbox } from '@sextant/platform-events';
import { WebhookCaller } from '@sextant/platform-events/webhooks';
import { WebhookSettings } from './webhook.settings.js';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import type { WebhookAnswer } from '@sextant/platform-events/webhooks';
import { Observer } from '../observability/observer.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { type DueDelivery, type Settlement, WebhookStore } from './webhooks.js';

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
@Injectable()
export class WebhookWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #loop: WorkLoop<DueDelivery>;
  #unsubscribe: () => void = () => undefined;

  constructor(
    private readonly store: WebhookStore,
    private readonly sender: WebhookCaller,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly logger: Logger,
    private readonly observer: Observer,
    private readonly outbox: Outbox,
    private readonly settings: WebhookSettings,
    metrics: Metrics,
  ) {
    this.#loop = new WorkLoop({
      name: 'webhooks',
      claim: (room) => store.claim(room, HOLD_MS),
      perform: (delivery) => this.#deliver(delivery),
      atOnce: PARALLEL,
      idOf: ({ id }) => id,
      chores: [{ everyMs: SWEEP_EVERY_MS, run: () => this.#sweep() }],
      failed: (err) => logger.warn('webhooks.claim_failed', { err }),
      metrics,
      clock,
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
    this.#unsubscribe = this.outbox.onWake(this.#loop.wake);
  }

  async onApplicationShutdown(): Promise<void> {
    this.#unsubscribe();
    await this.stop();
    this.sender.close();
  }

  /** Something may wait: it is looked for at once. */
  wake(): void {
    this.#loop.wake();
  }

  /** What is under way has its time; whatever is cut off is sent again. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { store, sender, secrets, clock, logger } = this;
    const { webhook, eventId, body, id } = delivery;
    try {
      const at = new Date(clock.nowMs());
      const headers = secrets.headers(webhook, { eventId, body, at });
      const startMs = clock.monotonicMs();
      const answer = await sender.send({ url: webhook.url, headers, body });
      const durationMs = Math.round(clock.monotonicMs() - startMs);
      const settlement = this.#settlementOf(delivery, answer);
      this.observer.webhook(settlement.kind);
      const { status = null, error = null } = answer;
      await store.settle({ deliveryId: id, at, status, error, durationMs }, settlement);
    } catch (error) {
      // It is not settled: its claim ends, and it is sent again.
      logger.warn('webhooks.settle_failed', { deliveryId: id, err: error });
    }
  }

  #settlementOf({ attempts }: DueDelivery, { status }: WebhookAnswer): Settlement {
    if (status !== undefined && status >= 200 && status < 300) return { kind: 'delivered' };
    const seconds = this.settings.webhookRetrySeconds[attempts - 1];
    if (status === GONE || seconds === undefined) {
      return { kind: 'dead', isGone: status === GONE };
    }
    // A little more than asked for, so that what failed together does not come back together.
    const waitMs = seconds * 1000 * (1 + 0.1 * (this.random.bytes(1).readUInt8(0) / 255));
    return { kind: 'later', nextAttemptAt: new Date(this.clock.nowMs() + waitMs) };
  }

  async #sweep(): Promise<boolean> {
    const { clock, store, settings } = this;
    await store.sweep(new Date(clock.nowMs() - settings.webhookRetentionDays * DAY_MS));
    return false;
  }
}
