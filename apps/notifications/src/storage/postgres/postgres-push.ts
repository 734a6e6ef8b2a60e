import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import type { PushDelivery, PushSubscription } from '../../push/push.js';
import type {
  PushBacklog,
  PushClaim,
  PushesFilter,
  PushStore,
  WaitingPush,
} from '../../push/push-store.js';
import { bytes, hex } from './postgres-rows.js';

interface SubscriptionRow {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly user: Buffer;
  readonly created_at: Date;
}

interface WaitingRow {
  readonly id: string;
  readonly user: Buffer;
  readonly host: string;
  readonly attempts: number;
  readonly due_at: Date;
  readonly reason: string;
}

interface DeliveryRow {
  readonly id: string;
  readonly subscription: PushDelivery['subscription'];
  readonly payload: string;
  readonly attempts: number;
  readonly due_at: Date;
  readonly class_id: string | null;
  readonly is_urgent: boolean | null;
}

const SAME_ENDPOINT = 'sha256(endpoint::bytea) = sha256($1::text::bytea)';

@Injectable()
export class PostgresPushStore implements PushStore {
  readonly #prepared: PreparedStatements;

  constructor(private readonly source: DataSource) {
    this.#prepared = new PreparedStatements(source);
  }

  async subscribe({ endpoint, p256dh, auth, user, createdAt }: PushSubscription): Promise<void> {
    await this.source.query(
      `INSERT INTO push_subscription (endpoint, p256dh, auth, "user", created_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (sha256(endpoint::bytea)) DO UPDATE SET p256dh = $2, auth = $3, "user" = $4`,
      [endpoint, p256dh, auth, bytes(user), createdAt],
    );
  }

  async unsubscribe(endpoint: string, user: string): Promise<void> {
    await this.source.query(
      `DELETE FROM push_subscription WHERE ${SAME_ENDPOINT} AND "user" = $2`,
      [endpoint, bytes(user)],
    );
  }

  async forget(endpoint: string): Promise<void> {
    await this.source.query(`DELETE FROM push_subscription WHERE ${SAME_ENDPOINT}`, [endpoint]);
  }

  async ofUsers(users: readonly string[]): Promise<readonly PushSubscription[]> {
    const rows = await this.#prepared.rows<SubscriptionRow>(
      'push_of_users',
      'SELECT * FROM push_subscription WHERE "user" = ANY($1::bytea[])',
      [users.map(bytes)],
    );
    return rows.map(({ user, created_at, ...row }) => ({
      ...row,
      user: hex(user),
      createdAt: created_at,
    }));
  }

  async queue(deliveries: readonly PushDelivery[]): Promise<void> {
    await this.source.query(
      `INSERT INTO push_delivery (id, subscription, payload, attempts, due_at, host, "user", class_id,
         is_urgent)
       SELECT * FROM unnest($1::text[], $2::json[], $3::text[], $4::integer[], $5::timestamptz[],
         $6::text[], $7::bytea[], $8::text[], $9::boolean[])
       ON CONFLICT (id) DO NOTHING`,
      [
        deliveries.map(({ id }) => id),
        deliveries.map(({ subscription }) => JSON.stringify(subscription)),
        deliveries.map(({ payload }) => payload),
        deliveries.map(({ attempts }) => attempts),
        deliveries.map(({ dueAt }) => dueAt),
        deliveries.map(({ subscription }) => new URL(subscription.endpoint).host),
        deliveries.map(({ subscription }) => bytes(subscription.user)),
        deliveries.map(({ classId }) => classId ?? null),
        deliveries.map(({ isUrgent }) => isUrgent ?? null),
      ],
    );
  }

  async claim({
    now,
    leaseUntil,
    limit,
    exceptHosts,
    exceptUsers,
  }: PushClaim): Promise<readonly PushDelivery[]> {
    const [rows] = await this.source.query<readonly [DeliveryRow[], number]>(
      `UPDATE push_delivery SET due_at = $2 WHERE id IN
         (SELECT id FROM push_delivery
          WHERE due_at <= $1 AND host <> ALL($4::text[]) AND "user" <> ALL($5::bytea[])
          ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id, subscription, payload, attempts, due_at, class_id, is_urgent`,
      [now, leaseUntil, limit, exceptHosts, exceptUsers.map(bytes)],
    );
    return rows.map(({ due_at, class_id, is_urgent, ...row }) => ({
      ...row,
      dueAt: due_at,
      ...(class_id === null ? {} : { classId: class_id }),
      ...(is_urgent === null ? {} : { isUrgent: is_urgent }),
    }));
  }

  async retry(id: string, attempts: number, at: Date, reason?: string): Promise<void> {
    await this.source.query(
      `UPDATE push_delivery SET attempts = $2, due_at = $3, reason = coalesce($4, reason)
       WHERE id = $1`,
      [id, attempts, at, reason ?? null],
    );
  }

  async waiting({ user, host, reason, limit }: PushesFilter): Promise<readonly WaitingPush[]> {
    const rows = await this.source.query<WaitingRow[]>(
      `SELECT id, "user", host, attempts, due_at, reason FROM push_delivery
       WHERE ($2::bytea IS NULL OR "user" = $2) AND ($3::text IS NULL OR host = $3)
         AND ($4::text IS NULL OR strpos(lower(reason), lower($4)) > 0)
       ORDER BY due_at LIMIT $1`,
      [limit, user === undefined ? null : bytes(user), host ?? null, reason ?? null],
    );
    return rows.map(({ user: of, due_at, ...row }) => ({ ...row, user: hex(of), dueAt: due_at }));
  }

  async hasten(id: string, now: Date): Promise<boolean> {
    const [, count] = await this.source.query<readonly [unknown[], number]>(
      'UPDATE push_delivery SET due_at = $2 WHERE id = $1',
      [id, now],
    );
    return count > 0;
  }

  async finish(id: string): Promise<void> {
    await this.source.query('DELETE FROM push_delivery WHERE id = $1', [id]);
  }

  async backlog(): Promise<PushBacklog> {
    const [row] = await this.source.query<{ count: string; first: Date | null }[]>(
      'SELECT count(*), min(due_at) AS first FROM push_delivery',
    );
    const firstDueAt = row?.first ?? undefined;
    return { count: Number(row?.count ?? 0), ...(firstDueAt === undefined ? {} : { firstDueAt }) };
  }
}
