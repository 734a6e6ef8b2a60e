import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { DataSource, EntityManager } from 'typeorm';
import { mailMetrics } from './mail-metrics.js';
import type { MailTemplates, MailValues } from './mail-templates.js';
import type { OutgoingMail } from './mail-transport.js';
import type { MailObserver } from './mail-worker.js';

/** A mail that an app wants to be sent. */
export interface NewMail {
  readonly to: string;
  /** Name of its template. */
  readonly template: string;
  /** Languages that the reader wants, best first. */
  readonly languages: readonly (string | undefined)[];
  readonly values: MailValues;
  /** After this it is of no use any more; a day without. */
  readonly expiresAt?: Date;
}

/** Keeps the content of waiting mails from those who read the database. */
export interface MailSealer {
  seal(plain: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
}

/** `limited`: this address got as many mails of this kind in the last hour as anybody may. */
export type Queued = 'queued' | 'limited' | 'undeliverable';

export interface MailQueueDependencies {
  readonly source: DataSource;
  readonly templates: MailTemplates;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sealer?: MailSealer;
}

/** A mail that could not be delivered, for operators. */
export interface FailedMail {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  readonly attempts: number;
  readonly createdAt: Date;
  /** `null` while it is tried again. */
  readonly failedAt: Date | null;
  readonly failure: string;
}

/** A mail that a worker has taken on for a while. */
export interface DueMail {
  readonly id: string;
  readonly attempts: number;
  readonly expiresAt: Date;
  readonly mail: OutgoingMail;
}

interface Row {
  readonly id: string;
  readonly recipient: string;
  readonly content: Buffer;
  readonly attempts: number;
  readonly expires_at: Date;
  readonly created_at: Date;
}

const DAY_MS = 86_400_000;
const PER_HOUR = 10;
/** One address, nothing that would be a list, a name or a header. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]{1,189}$/u;

const plain: MailSealer = {
  seal: (text) => Buffer.from(text),
  open: (bytes) => bytes.toString('utf8'),
};

/** Keeps mails in PostgreSQL until they are sent: what the transaction commits is not lost. */
export class MailQueue {
  readonly #listeners = new Set<() => void>();
  readonly #sealer: MailSealer;

  constructor(private readonly uses: MailQueueDependencies) {
    this.#sealer = uses.sealer ?? plain;
  }

  /** Shows in `metrics` how the queue is doing. */
  observedIn(metrics: Metrics): MailObserver {
    return mailMetrics(metrics, this.uses.source);
  }

  /** @param manager the caller's transaction: the mail goes out if and only if that commits */
  async add(mail: NewMail, manager?: EntityManager): Promise<Queued> {
    const { source, templates, clock, ids } = this.uses;
    const { subject, text, html, language } = templates.render(
      mail.template,
      mail.languages,
      mail.values,
    );
    if (!ADDRESS.test(mail.to)) return 'undeliverable';
    const id = ids.next();
    const nowMs = clock.nowMs();
    const content = this.#sealer.seal(JSON.stringify({ subject, text, html, language }), id);
    const rows = await (manager ?? source).query<unknown[]>(
      `INSERT INTO mail_queue (id, recipient, template, content, created_at, next_at, expires_at)
       SELECT $1::uuid, $2::text, $3::text, $4::bytea, $5::timestamptz, $5::timestamptz, $6::timestamptz
       WHERE (SELECT count(*) FROM mail_queue
              WHERE lower(recipient) = lower($2) AND template = $3
                AND created_at > $5::timestamptz - interval '1 hour') < ${PER_HOUR}
       RETURNING id`,
      [
        id,
        mail.to,
        mail.template,
        content,
        new Date(nowMs),
        mail.expiresAt ?? new Date(nowMs + DAY_MS),
      ],
    );
    this.wake();
    return rows.length > 0 ? 'queued' : 'limited';
  }

  /** Tells the worker of this process that there may be something to send. */
  wake(): void {
    for (const listener of this.#listeners) listener();
  }

  onWake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Those that fail, whether they are tried again or not; newest first. */
  failing(limit: number): Promise<readonly FailedMail[]> {
    return this.uses.source.query<FailedMail[]>(
      `SELECT id, recipient, template, attempts, failure, created_at AS "createdAt",
              failed_at AS "failedAt"
       FROM mail_queue WHERE failure IS NOT NULL AND sent_at IS NULL
       ORDER BY created_at DESC LIMIT $1`,
      [Math.min(Math.max(limit, 1), 500)],
    );
  }

  /**
   * Takes on mails that are due: nobody else does for the time of the lease. A process that dies meanwhile
   * has perhaps sent them, so they may come twice, under one Message-ID.
   */
  async take(limit: number, leaseMs: number): Promise<readonly DueMail[]> {
    const now = this.uses.clock.nowMs();
    const [rows] = await this.uses.source.query<[Row[], number]>(
      `UPDATE mail_queue SET attempts = attempts + 1, next_at = $2
       WHERE id IN (SELECT id FROM mail_queue WHERE content IS NOT NULL AND next_at <= $1
                    ORDER BY next_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id, recipient, content, attempts, expires_at, created_at`,
      [new Date(now), new Date(now + leaseMs), limit],
    );
    return rows.map((row) => this.#due(row));
  }

  async sent({ id }: DueMail): Promise<void> {
    await this.uses.source.query(
      'UPDATE mail_queue SET content = NULL, failure = NULL, sent_at = $2 WHERE id = $1',
      [id, new Date(this.uses.clock.nowMs())],
    );
  }

  async failed({ id }: DueMail, failure: string): Promise<void> {
    await this.uses.source.query(
      'UPDATE mail_queue SET content = NULL, failure = $3, failed_at = $2 WHERE id = $1',
      [id, new Date(this.uses.clock.nowMs()), failure],
    );
  }

  async later({ id }: DueMail, failure: string, waitMs: number): Promise<void> {
    await this.uses.source.query(
      'UPDATE mail_queue SET failure = $3, next_at = $2 WHERE id = $1 AND content IS NOT NULL',
      [id, new Date(this.uses.clock.nowMs() + waitMs), failure],
    );
  }

  /** Deletes what is done and older than a week. @returns how many */
  async sweep(): Promise<number> {
    const [, count] = await this.uses.source.query<[unknown[], number]>(
      `DELETE FROM mail_queue WHERE id IN
         (SELECT id FROM mail_queue WHERE content IS NULL AND created_at < $1 LIMIT 10000)`,
      [new Date(this.uses.clock.nowMs() - 7 * DAY_MS)],
    );
    return count;
  }

  #due({ id, recipient, content, attempts, expires_at, created_at }: Row): DueMail {
    const rendered = JSON.parse(this.#sealer.open(content, id)) as Omit<
      OutgoingMail,
      'id' | 'to' | 'date'
    >;
    return {
      id,
      attempts,
      expiresAt: expires_at,
      mail: { ...rendered, id, to: recipient, date: created_at },
    };
  }
}
