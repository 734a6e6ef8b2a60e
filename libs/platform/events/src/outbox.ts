import type { Clock, Ids } from '@sextant/platform-runtime/clock';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { activeTraceparent } from '@sextant/platform-runtime/telemetry';
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
        transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
        published_at timestamptz,
        rejected_at timestamptz,
        rejection text
      )`);
    await runner.query(
      `CREATE INDEX outbox_pending ON outbox (lane, sequence)
       WHERE published_at IS NULL AND rejected_at IS NULL`,
    );
    await runner.query('CREATE INDEX outbox_by_transaction ON outbox (transaction_id, sequence)');
    await runner.query(
      'CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox');
  }
}

/** One event of the outbox, as readers see it. */
export interface OutboxEntry {
  /** Opaque; a reader asks for what comes after the last one it saw. */
  readonly cursor: string;
  readonly topic: string;
  readonly key: string;
  readonly event: EventEnvelope;
  readonly publishedAt: Date | null;
  /** Why the broker refused the event for good; it is not tried again. */
  readonly rejection: string | null;
}

const CURSOR = /^(\d{1,19})-(\d{1,19})$/;

export interface OutboxDependencies {
  readonly source: DataSource;
  /** The app's name, in every event's `source`. */
  readonly app: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Events that are about to be added to the outbox. */
export interface OutboxRows {
  readonly envelopes: readonly EventEnvelope[];
  readonly values: readonly unknown[];
}

/**
 * The statement that adds events, for those who join it with others into one (a `WITH` clause): what
 * is one statement is one transaction and one way to the server and back.
 *
 * @param first the number of its first parameter; it has four
 */
export const outboxInsert = (first: number): string =>
  `INSERT INTO outbox (topic, key, lane, event, created_at)
   SELECT $${first}::text, key, abs(hashtext(key) % ${LANES}), event, $${first + 3}::timestamptz
   FROM unnest($${first + 1}::text[], $${first + 2}::jsonb[]) WITH ORDINALITY AS added (key, event, place)
   ORDER BY place`;

/** Keeps events until they are published: what the transaction commits is not lost. */
export class Outbox {
  readonly #listeners = new Set<() => void>();

  constructor(private readonly uses: OutboxDependencies) {}

  /**
   * Adds an event in the caller's transaction: it is published if and only if that commits. Events of one
   * subject are published in the order of their commits; lock the subject's row where that order matters.
   *
   * @param manager the transaction's entity manager
   * @returns the event in its envelope
   */
  async add(manager: EntityManager, topic: string, event: NewEvent): Promise<EventEnvelope> {
    const { envelopes, values } = this.rows(topic, [event]);
    await manager.query(outboxInsert(1), [...values]);
    const [envelope] = envelopes;
    if (envelope === undefined) throw new Error('The event has no envelope.');
    return envelope;
  }

  /** The values of `outboxInsert` for some events, and the events in their envelopes. */
  rows(topic: string, events: readonly NewEvent[]): OutboxRows {
    const nowMs = this.uses.clock.nowMs();
    const stamp = { app: this.uses.app, nowMs, traceparent: activeTraceparent() };
    const envelopes = events.map((event) =>
      toEnvelope(event, { ...stamp, id: this.uses.ids.next() }),
    );
    const json = envelopes.map((envelope) => JSON.stringify(envelope));
    return {
      envelopes,
      values: [topic, events.map(({ subject }) => subject), json, new Date(nowMs)],
    };
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
   * Reads events in a stable order, published or not, for services without a broker.
   *
   * An event is shown once no transaction that is still running can add one before it: numbers are given before
   * transactions commit, so a reader that went by them alone would miss what commits late.
   *
   * @param after the last cursor seen; `undefined` for all
   * @param limit 1 to 1,000
   * @throws {Problem} `bad_request` for something that is no cursor
   */
  async read(after: string | undefined, limit: number): Promise<readonly OutboxEntry[]> {
    const [, transaction, sequence] = CURSOR.exec(after ?? '0-0') ?? [];
    if (transaction === undefined) {
      throw HTTP_PROBLEMS.badRequest({ message: 'This is not a cursor of the outbox.' });
    }
    return this.uses.source.query<OutboxEntry[]>(
      `SELECT transaction_id || '-' || sequence AS cursor, topic, key, event, rejection,
              published_at AS "publishedAt"
       FROM outbox
       WHERE (transaction_id, sequence) > ($1::xid8, $2::bigint)
         AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY transaction_id, sequence LIMIT $3`,
      [transaction, sequence, Math.min(Math.max(limit, 1), 1000)],
    );
  }

  /** Events that wait to be published. */
  async pending(): Promise<number> {
    const [row] = await this.uses.source.query<{ count: string }[]>(
      'SELECT count(*) FROM outbox WHERE published_at IS NULL AND rejected_at IS NULL',
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
