import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import {
  addressKey,
  type ClaimedMail,
  type MailContent,
  type MailItem,
  type Suppression,
} from '../../mail/mail.js';
import { type MailBacklog, type MailStore } from '../../mail/mail-store.js';
import { bytes, hex } from './postgres-rows.js';

interface Row {
  readonly id: Buffer;
  readonly user: Buffer;
  readonly bucket: string;
  readonly mode: MailItem['mode'];
  readonly content: MailContent;
  readonly due_at: Date;
  readonly attempts: number;
}

type Given = Pick<ClaimedMail, 'claimId' | 'attempts'>;
type Changed<Found = unknown> = readonly [Found[], number];

/** Most notifications of one mail. */
const CLAIM = 1000;
const SWEEP = 10_000;
const LISTED = 1000;

@Injectable()
export class PostgresMailStore implements MailStore {
  constructor(private readonly source: DataSource) {}

  async queue(items: readonly MailItem[]): Promise<void> {
    await this.source.query(
      `INSERT INTO mail_item (id, "user", bucket, mode, content, due_at, state, attempts)
       SELECT *, 'due', 0 FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[], $5::json[],
         $6::timestamptz[])
       ON CONFLICT (id) DO NOTHING`,
      [
        items.map(({ id }) => bytes(id)),
        items.map(({ user }) => bytes(user)),
        items.map(({ bucket }) => bucket),
        items.map(({ mode }) => mode),
        items.map(({ content }) => JSON.stringify(content)),
        items.map(({ dueAt }) => dueAt),
      ],
    );
  }

  async claim(now: Date, leaseUntil: Date): Promise<ClaimedMail | undefined> {
    const claimId = (await this.#left(now, leaseUntil)) ?? (await this.#due(now, leaseUntil));
    if (claimId === undefined) return undefined;
    const rows = await this.source.query<Row[]>(
      `SELECT id, "user", bucket, mode, content, due_at, attempts FROM mail_item
       WHERE claim_id = $1 AND state = 'claimed' ORDER BY id`,
      [claimId],
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    return {
      claimId,
      user: hex(first.user),
      attempts: first.attempts,
      items: rows.map(({ id, user, due_at, attempts: _attempts, ...row }) => ({
        ...row,
        id: hex(id),
        user: hex(user),
        dueAt: due_at,
      })),
    };
  }

  /** What a crash left claimed: the same items under the same claim. */
  async #left(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const [[row]] = await this.source.query<Changed<{ claim_id: string }>>(
      `UPDATE mail_item SET lease_until = $2
       WHERE state = 'claimed' AND lease_until <= $1 AND claim_id =
         (SELECT claim_id FROM mail_item WHERE state = 'claimed' AND lease_until <= $1
          ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING claim_id`,
      [now, leaseUntil],
    );
    return row?.claim_id;
  }

  async #due(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const claimId = randomUUID();
    const [, count] = await this.source.query<Changed>(
      `UPDATE mail_item SET state = 'claimed', claim_id = $3, lease_until = $2
       WHERE state = 'due' AND id IN
         (SELECT id FROM mail_item WHERE state = 'due' AND due_at <= $1 AND ("user", bucket) =
            (SELECT "user", bucket FROM mail_item WHERE state = 'due' AND due_at <= $1
             ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          LIMIT ${CLAIM} FOR UPDATE SKIP LOCKED)`,
      [now, leaseUntil, claimId],
    );
    return count === 0 ? undefined : claimId;
  }

  async finish(claimId: string, at: Date, sentTo?: string): Promise<void> {
    await this.source.query(
      `UPDATE mail_item SET state = 'done', done_at = $2, sent_to = $3 WHERE claim_id = $1`,
      [claimId, at, sentTo],
    );
  }

  async giveUp({ claimId, attempts }: Given, at: Date): Promise<void> {
    await this.source.query(
      `UPDATE mail_item SET state = 'done', done_at = $2 WHERE claim_id = $1 AND attempts = $3`,
      [claimId, at, attempts],
    );
  }

  async wasSent(claimId: string, sentTo: string): Promise<boolean> {
    const found = await this.source.query<unknown[]>(
      'SELECT 1 FROM mail_item WHERE claim_id = $1 AND sent_to = $2 LIMIT 1',
      [claimId, sentTo],
    );
    return found.length > 0;
  }

  async retry(claimId: string, at: Date): Promise<boolean> {
    const [, count] = await this.source.query<Changed>(
      `UPDATE mail_item SET state = 'claimed', lease_until = $2, attempts = attempts + 1
       WHERE claim_id = $1`,
      [claimId, at],
    );
    return count > 0;
  }

  async renew(claimId: string, leaseUntil: Date): Promise<void> {
    await this.source.query(
      `UPDATE mail_item SET lease_until = $2 WHERE claim_id = $1 AND state = 'claimed'`,
      [claimId, leaseUntil],
    );
  }

  async backlog(now: Date): Promise<MailBacklog> {
    const [row] = await this.source.query<{ count: string; first: Date | null }[]>(
      `SELECT count(*), min(due_at) AS first FROM mail_item
       WHERE (state = 'due' AND due_at <= $1) OR state = 'claimed'`,
      [now],
    );
    const first = row?.first ?? undefined;
    return {
      count: Number(row?.count ?? 0),
      ...(first === undefined ? {} : { firstDueAt: first }),
    };
  }

  async suppress({ address, reason, at }: Suppression): Promise<void> {
    await this.source.query(
      `INSERT INTO mail_suppression (address, reason, at) VALUES ($1, $2, $3)
       ON CONFLICT (address) DO UPDATE SET reason = $2, at = $3`,
      [addressKey(address), reason, at],
    );
  }

  async allow(address: string): Promise<boolean> {
    const [, count] = await this.source.query<Changed>(
      'DELETE FROM mail_suppression WHERE address = $1',
      [addressKey(address)],
    );
    return count > 0;
  }

  async suppressed(address: string): Promise<Suppression | undefined> {
    const [found] = await this.source.query<Suppression[]>(
      'SELECT address, reason, at FROM mail_suppression WHERE address = $1',
      [addressKey(address)],
    );
    return found;
  }

  async suppressions(): Promise<readonly Suppression[]> {
    return this.source.query<Suppression[]>(
      `SELECT address, reason, at FROM mail_suppression ORDER BY at DESC, address LIMIT ${LISTED}`,
    );
  }

  async sweep(before: Date): Promise<number> {
    const [, count] = await this.source.query<Changed>(
      `DELETE FROM mail_item WHERE id IN
         (SELECT id FROM mail_item WHERE state = 'done' AND done_at < $1 LIMIT ${SWEEP})`,
      [before],
    );
    return count;
  }
}
