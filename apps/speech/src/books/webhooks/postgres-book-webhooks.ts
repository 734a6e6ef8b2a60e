import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Book } from '../book.js';
import type {
  BookWebhook,
  BookWebhookStore,
  DueWebhook,
  WebhookOutcome,
  WebhookState,
} from './book-webhook.js';
import { bookOf, type BookRow } from '../book-row.js';

interface StateRow {
  readonly book_id: string;
  readonly url: string;
  readonly state: WebhookState['state'];
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

interface DueRow extends BookRow {
  readonly url: string;
  readonly secret: Buffer;
  readonly attempts: number;
  readonly duration_ms: number;
}

/** Keeps the webhooks of books beside them. */
@Injectable()
export class PostgresBookWebhooks implements BookWebhookStore {
  constructor(private readonly source: DataSource) {}

  async states(ids: readonly string[]): Promise<ReadonlyMap<string, WebhookState>> {
    const rows = await this.source.query<StateRow[]>(
      'SELECT * FROM book_webhook WHERE book_id = ANY ($1::uuid[])',
      [ids],
    );
    return new Map(rows.map((row) => [row.book_id, stateOf(row)]));
  }

  async claim(holdSeconds: number, mostOfOne: number): Promise<DueWebhook | undefined> {
    const [rows] = await this.source.query<[DueRow[], number]>(
      `UPDATE book_webhook webhook
       SET attempts = attempts + 1,
         next_at = now() + make_interval(secs => $1),
         claimed_until = now() + make_interval(secs => $1)
       FROM book
       WHERE book.id = webhook.book_id AND webhook.book_id = (
         SELECT due.book_id FROM book_webhook due JOIN book ON book.id = due.book_id
         WHERE due.next_at <= now() AND book.workspace NOT IN (
           SELECT workspace FROM book_webhook claimed JOIN book ON book.id = claimed.book_id
           WHERE claimed.claimed_until > now() GROUP BY workspace HAVING count(*) >= $2)
         ORDER BY due.next_at LIMIT 1 FOR UPDATE OF due SKIP LOCKED)
       RETURNING book.*, webhook.url, webhook.secret, webhook.attempts,
         (SELECT coalesce(sum(duration_ms), 0) FROM book_part WHERE book_id = book.id) AS duration_ms`,
      [holdSeconds, mostOfOne],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { url, secret, attempts, duration_ms: audioDurationMs } = row;
    return { book: bookOf(row), url, secret, attempts, audioDurationMs };
  }

  async settle(
    bookId: string,
    { isDelivered, retrySeconds, lastStatus, lastError }: WebhookOutcome,
  ): Promise<void> {
    const ended = isDelivered ? 'delivered' : 'failed';
    await this.source.query(
      `UPDATE book_webhook
       SET state = $2, next_at = now() + make_interval(secs => $3), claimed_until = NULL,
         last_status = $4, last_error = $5
       WHERE book_id = $1`,
      [
        bookId,
        retrySeconds === undefined ? ended : 'waiting',
        retrySeconds ?? null,
        lastStatus ?? null,
        lastError ?? null,
      ],
    );
  }
}

/** Within the transaction that takes the book in. */
export async function addWebhook(
  manager: EntityManager,
  { id }: Book,
  { url, secret }: BookWebhook,
): Promise<void> {
  await manager.query('INSERT INTO book_webhook (book_id, url, secret) VALUES ($1, $2, $3)', [
    id,
    url,
    Buffer.from(secret),
  ]);
}

/** Within the transaction that ends the book. */
export async function dueWebhook(manager: EntityManager, { id }: Book): Promise<void> {
  await manager.query('UPDATE book_webhook SET next_at = now() WHERE book_id = $1', [id]);
}

const stateOf = (row: StateRow): WebhookState => ({
  url: row.url,
  state: row.state,
  attempts: row.attempts,
  lastStatus: row.last_status ?? undefined,
  lastError: row.last_error ?? undefined,
});
