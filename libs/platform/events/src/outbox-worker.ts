import type { Clock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventPublisher, OutgoingEvent } from './event-publisher.js';
import { LANES, type Outbox } from './outbox.js';

export interface OutboxWorkerDependencies {
  readonly source: DataSource;
  readonly outbox: Outbox;
  readonly publisher: EventPublisher;
  readonly clock: Clock;
  readonly logger: Logger;
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

/**
 * Publishes the outbox, at least once and in order per key, on any number of replicas: a lane
 * belongs to whoever holds its advisory lock, and a lane whose batch fails is tried again from
 * the same event on.
 */
export class OutboxWorker {
  readonly #pollMs: number;
  readonly #batchSize: number;
  readonly #retentionDays: number;
  #running: Promise<void> | undefined;
  #stopped = false;
  #rouse: () => void = () => undefined;

  constructor(
    private readonly uses: OutboxWorkerDependencies,
    { pollMs = 500, batchSize = 500, retentionDays = 7 }: OutboxWorkerOptions = {},
  ) {
    this.#pollMs = pollMs;
    this.#batchSize = batchSize;
    this.#retentionDays = retentionDays;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Finishes the batch in flight. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#rouse();
    await this.#running;
  }

  async #run(): Promise<void> {
    const unsubscribe = this.uses.outbox.onWake(() => this.#rouse());
    let failures = 0;
    let nextSweepMs = 0;
    while (!this.#stopped) {
      try {
        const published = await this.publishOnce();
        failures = 0;
        nextSweepMs = await this.#sweep(nextSweepMs);
        if (published === 0) await this.#sleep(this.#pollMs);
      } catch (error) {
        failures += 1;
        this.uses.logger.warn('outbox.publish_failed', { failures, err: error });
        await this.#sleep(Math.min(MAX_BACKOFF_MS, this.#pollMs * 2 ** Math.min(failures, 10)));
      }
    }
    unsubscribe();
  }

  /** Publishes one batch of every lane that nobody else is publishing. @returns how many events */
  async publishOnce(): Promise<number> {
    const lanes = await this.uses.source.query<{ lane: number }[]>(
      'SELECT DISTINCT lane FROM outbox WHERE published_at IS NULL',
    );
    let published = 0;
    let failure: unknown;
    for (const { lane } of lanes) {
      try {
        published += await this.uses.source.transaction((manager) => this.#lane(manager, lane));
      } catch (error) {
        failure = error; // the other lanes go on
      }
    }
    if (failure !== undefined) throw failure as Error;
    return published;
  }

  async #lane(manager: EntityManager, lane: number): Promise<number> {
    const [lock] = await manager.query<{ held: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS held',
      [LANE_LOCKS, lane % LANES],
    );
    if (lock?.held !== true) return 0;
    const batch = await manager.query<(OutgoingEvent & { sequence: string })[]>(
      `SELECT sequence, topic, key, event FROM outbox
       WHERE lane = $1 AND published_at IS NULL ORDER BY sequence LIMIT $2`,
      [lane, this.#batchSize],
    );
    if (batch.length === 0) return 0;
    await this.uses.publisher.publish(
      batch.map(({ topic, key, event }) => ({ topic, key, event })),
    );
    await manager.query('UPDATE outbox SET published_at = $1 WHERE sequence = ANY($2::bigint[])', [
      new Date(this.uses.clock.nowMs()),
      batch.map(({ sequence }) => sequence),
    ]);
    return batch.length;
  }

  async #sweep(dueMs: number): Promise<number> {
    const nowMs = this.uses.clock.nowMs();
    if (nowMs < dueMs) return dueMs;
    const swept = await this.uses.outbox.sweep(new Date(nowMs - this.#retentionDays * DAY_MS));
    return swept === 0 ? nowMs + SWEEP_EVERY_MS : nowMs;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#stopped ? 0 : ms);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
