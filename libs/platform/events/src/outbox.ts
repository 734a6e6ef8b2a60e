import type { Clock, Ids } from '@sextant/platform-clock';
import type { DataSource, EntityManager, MigrationInterface, QueryRunner } from 'typeorm';
import { toEnvelope, type EventEnvelope, type NewEvent } from './event.js';

/** The events of one lane are published by one worker at a time; a subject is always in one lane. */
export const LANES = 16;

/** The outbox's table; an app that publishes lists it among its migrations. */
export class CreateOutbox1763700000001 implements MigrationInterface {
  name = 'CreateOutbox1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        topic text NOT NULL,
        key text NOT NULL,
        lane smallint NOT NULL,
        event jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        published_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX outbox_unpublished ON outbox (lane, sequence) WHERE published_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox');
  }
}

/** One event of the outbox, as readers and publishers see it. */
export interface OutboxEntry {
  /** Grows with each event; a reader asks for what comes after the last it saw. */
  readonly sequence: string;
  readonly topic: string;
  readonly key: string;
  readonly event: EventEnvelope;
  readonly publishedAt: Date | null;
}

export interface OutboxDependencies {
  readonly source: DataSource;
  /** The app's name, in every event's `source`. */
  readonly app: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Keeps events until they are published: what the transaction commits is not lost. */
export class Outbox {
  readonly #listeners = new Set<() => void>();

  constructor(private readonly uses: OutboxDependencies) {}

  /**
   * Adds an event in the caller's transaction: it is published if and only if that commits.
   *
   * @param manager the transaction's entity manager
   * @returns the event in its envelope
   */
  async add(manager: EntityManager, topic: string, event: NewEvent): Promise<EventEnvelope> {
    const nowMs = this.uses.clock.nowMs();
    const envelope = toEnvelope(event, { id: this.uses.ids.next(), app: this.uses.app, nowMs });
    await manager.query(
      `INSERT INTO outbox (topic, key, lane, event, created_at)
       VALUES ($1, $2, abs(hashtext($2) % ${LANES}), $3, $4)`,
      [topic, event.subject, JSON.stringify(envelope), new Date(nowMs)],
    );
    return envelope;
  }

  /** Tells waiting workers that a transaction with events has committed. */
  wake(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns a function that ends the subscription */
  onWake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Reads events in order, published or not, for services without a broker.
   *
   * @param after the last sequence seen; '0' for all
   * @param limit 1 to 1,000
   */
  async read(after: string, limit: number): Promise<readonly OutboxEntry[]> {
    return this.uses.source.query<OutboxEntry[]>(
      `SELECT sequence, topic, key, event, published_at AS "publishedAt"
       FROM outbox WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
      [after, Math.min(Math.max(limit, 1), 1000)],
    );
  }

  /** Events that wait to be published. */
  async pending(): Promise<number> {
    const [row] = await this.uses.source.query<{ count: string }[]>(
      'SELECT count(*) FROM outbox WHERE published_at IS NULL',
    );
    return Number(row?.count ?? 0);
  }

  /** Deletes what was published before a time, 10,000 at once. @returns how many */
  async sweep(before: Date): Promise<number> {
    const [, count] = await this.uses.source.query<[unknown[], number]>(
      `DELETE FROM outbox WHERE sequence IN
         (SELECT sequence FROM outbox WHERE published_at < $1 ORDER BY published_at LIMIT 10000)`,
      [before],
    );
    return count;
  }
}
