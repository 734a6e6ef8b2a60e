import { Rounds } from '@sextant/platform-data/work-loop';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { DataSource, EntityManager } from 'typeorm';
import { EventRejected, type EventPublisher, type OutgoingEvent } from './event-publisher.js';
import { outboxMetrics, type OutboxCounters } from './outbox-metrics.js';
import { LANES, type Outbox } from './outbox.js';

export interface OutboxWorkerDependencies {
  readonly source: DataSource;
  readonly outbox: Outbox;
  readonly publisher: EventPublisher;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where what waits and what was done is shown. */
  readonly metrics?: Metrics;
}

export interface OutboxWorkerOptions {
  /** Longest time that an event of another process waits to be seen. */
  readonly pollMs?: number;
  readonly batchSize?: number;
  readonly retentionDays?: number;
}

/** Advisory locks of lanes are pairs: this number and the lane. */
const LANE_LOCKS = 0x0b0c5;
const MAX_BACKOFF_MS = 30_000;
const SWEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** How long `stop` waits for a broker that does not answer; what is in flight is published again. */
const STOP_MS = 5000;

const PENDING = 'published_at IS NULL AND rejected_at IS NULL';

type PendingEvent = OutgoingEvent & { readonly sequence: string };

/**
 * Publishes the outbox, at least once and in order per key, on any number of replicas: a lane
 * belongs to whoever holds its advisory lock, and a lane whose batch fails is tried again from
 * the same event on.
 */
export class OutboxWorker {
  readonly #batchSize: number;
  readonly #retentionDays: number;
  readonly #counters: OutboxCounters | undefined;
  readonly #loop: Rounds;
  #isStopped = false;
  #unsubscribe: () => void = () => undefined;

  constructor(
    private readonly uses: OutboxWorkerDependencies,
    { pollMs = 500, batchSize = 500, retentionDays = 7 }: OutboxWorkerOptions = {},
  ) {
    const { metrics, source, logger, clock } = uses;
    this.#counters = metrics === undefined ? undefined : outboxMetrics(metrics, source);
    this.#loop = new Rounds({
      ...{ name: 'outbox', pollMs, longestPauseMs: MAX_BACKOFF_MS, metrics, clock },
      round: async () => (await this.publishOnce()) > 0,
      chores: [{ everyMs: SWEEP_EVERY_MS, run: () => this.#sweep() }],
      failed: (err, failures) => {
        this.#counters?.failed();
        logger.warn('outbox.publish_failed', { failures, err });
      },
    });
    this.#batchSize = batchSize;
    this.#retentionDays = retentionDays;
  }

  start(): void {
    this.#unsubscribe = this.uses.outbox.onWake(this.#loop.wake);
    this.#loop.start();
  }

  /** Finishes the batch in flight, or gives it up after five seconds: it is published again later. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, STOP_MS, undefined);
    await Promise.race([this.#loop.stop(), promise]);
    clearTimeout(timer);
    this.#unsubscribe();
  }

  /** Publishes one batch of every lane that nobody else is publishing. @returns how many events */
  async publishOnce(): Promise<number> {
    const lanes = await this.uses.source.query<{ lane: number }[]>(
      `SELECT DISTINCT lane FROM outbox WHERE ${PENDING}`,
    );
    let handled = 0;
    const failures: unknown[] = [];
    for (const { lane } of lanes) {
      if (this.#isStopped) break;
      try {
        handled += await this.uses.source.transaction((manager) => this.#lane(manager, lane));
      } catch (error) {
        failures.push(error); // the other lanes go on
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} lanes failed`);
    return handled;
  }

  async #lane(manager: EntityManager, lane: number): Promise<number> {
    const [lock] = await manager.query<{ held: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS held',
      [LANE_LOCKS, lane % LANES],
    );
    if (lock?.held !== true) return 0;
    const batch = await manager.query<PendingEvent[]>(
      `SELECT sequence, topic, key, event FROM outbox
       WHERE lane = $1 AND ${PENDING} ORDER BY sequence LIMIT $2`,
      [lane, this.#batchSize],
    );
    if (batch.length > 0) await this.#publish(manager, batch);
    return batch.length;
  }

  async #publish(manager: EntityManager, batch: readonly PendingEvent[]): Promise<void> {
    try {
      await this.uses.publisher.publish(
        batch.map(({ topic, key, event }) => ({ topic, key, event })),
      );
    } catch (error) {
      if (!(error instanceof EventRejected)) throw error;
      await this.#reject(manager, batch, error);
      return;
    }
    await manager.query('UPDATE outbox SET published_at = $1 WHERE sequence = ANY($2::bigint[])', [
      new Date(this.uses.clock.nowMs()),
      batch.map(({ sequence }) => sequence),
    ]);
    this.#counters?.published(batch.length);
  }

  /** One event must not hold up its lane for ever: it is found, set aside with the reason, and kept. */
  async #reject(
    manager: EntityManager,
    batch: readonly PendingEvent[],
    error: EventRejected,
  ): Promise<void> {
    const [first, ...rest] = batch;
    if (first === undefined) return;
    if (rest.length > 0) {
      for (const event of batch) await this.#publish(manager, [event]);
      return;
    }
    this.#counters?.rejected();
    this.uses.logger.error('outbox.event_rejected', { sequence: first.sequence, err: error });
    await manager.query('UPDATE outbox SET rejected_at = $1, rejection = $2 WHERE sequence = $3', [
      new Date(this.uses.clock.nowMs()),
      error.message,
      first.sequence,
    ]);
  }

  /** @returns whether there may be more */
  async #sweep(): Promise<boolean> {
    const { clock, outbox, logger } = this.uses;
    try {
      return (await outbox.sweep(new Date(clock.nowMs() - this.#retentionDays * DAY_MS))) > 0;
    } catch (error) {
      logger.warn('outbox.sweep_failed', { err: error });
      return false;
    }
  }
}
