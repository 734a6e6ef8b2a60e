import type { DataSource, EntityManager } from 'typeorm';
import type { PageOf } from '../flows/page-of.js';
import type {
  DeliveriesQuery,
  DueDelivery,
  ReplayTarget,
  Settlement,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookMessage,
  WebhookStore,
} from './webhooks.js';

const WEBHOOK = `id, tenant, url, types, description, is_enabled AS "isEnabled",
  secret_version AS "secretVersion", rotated_until AS "rotatedUntil", created_at AS "createdAt"`;
const DELIVERY = `id, webhook_id AS "webhookId", event_id AS "eventId", type, body, state, attempts,
  CASE WHEN state = 'PENDING' THEN next_attempt_at END AS "nextAttemptAt",
  created_at AS "createdAt", delivered_at AS "deliveredAt"`;

/** Of one endpoint at the same time, by one claim. */
const PER_WEBHOOK = 4;

type DeliveryRow = WebhookDelivery & { readonly sequence: string };

/** Keeps webhooks, what is to be sent to them and each attempt in PostgreSQL. */
export class PostgresWebhooks implements WebhookStore {
  constructor(private readonly source: DataSource) {}

  async add(webhook: Webhook, most: number): Promise<boolean> {
    return await this.source.transaction(async (manager) => {
      // Whoever adds at the same time waits: both would count the same.
      await manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [
        `webhooks of ${webhook.tenant}`,
      ]);
      const [row] = await manager.query<{ count: string }[]>(
        'SELECT count(*) FROM webhooks WHERE tenant = $1',
        [webhook.tenant],
      );
      if (Number(row?.count) >= most) return false;
      await save(manager, webhook);
      return true;
    });
  }

  async find(tenant: string, id: string): Promise<Webhook | undefined> {
    const [webhook] = await this.source.query<Webhook[]>(
      `SELECT ${WEBHOOK} FROM webhooks WHERE tenant = $1 AND id = $2`,
      [tenant, id],
    );
    return webhook;
  }

  async list(tenant: string): Promise<readonly Webhook[]> {
    return await this.source.query<Webhook[]>(
      `SELECT ${WEBHOOK} FROM webhooks WHERE tenant = $1 ORDER BY created_at, id`,
      [tenant],
    );
  }

  async save(webhook: Webhook): Promise<void> {
    await save(this.source.manager, webhook);
  }

  async remove(tenant: string, id: string): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(
      'DELETE FROM webhooks WHERE tenant = $1 AND id = $2',
      [tenant, id],
    );
    return count > 0;
  }

  async enqueue(webhook: Webhook, { eventId, type, body }: WebhookMessage) {
    const [delivery] = await this.source.query<WebhookDelivery[]>(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, type, body) VALUES ($1, $2, $3, $4)
       RETURNING ${DELIVERY}`,
      [webhook.id, eventId, type, body],
    );
    if (delivery === undefined) throw new Error('The delivery was not stored.');
    return delivery;
  }

  async pageOfDeliveries({
    webhookId,
    state,
    limit,
    after,
  }: DeliveriesQuery): Promise<PageOf<WebhookDelivery>> {
    const rows = await this.source.query<DeliveryRow[]>(
      `SELECT ${DELIVERY}, sequence FROM webhook_deliveries
       WHERE webhook_id = $1 AND ($2::text IS NULL OR state = $2) AND ($3::bigint IS NULL OR sequence < $3)
       ORDER BY sequence DESC LIMIT $4`,
      [webhookId, state ?? null, after[0] ?? null, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, next: rows.length > limit && last ? [last.sequence] : undefined };
  }

  async attemptsOf(deliveryIds: readonly string[]): Promise<readonly WebhookAttempt[]> {
    return await this.source.query<WebhookAttempt[]>(
      `SELECT delivery_id AS "deliveryId", at, status, error, duration_ms AS "durationMs"
       FROM webhook_attempts WHERE delivery_id = ANY ($1::uuid[]) ORDER BY sequence`,
      [deliveryIds],
    );
  }

  async replay(tenant: string, which: ReplayTarget): Promise<number> {
    const [condition, id] =
      'deliveryId' in which
        ? ["id = $2 AND state <> 'PENDING'", which.deliveryId]
        : ["webhook_id = $2 AND state = 'DEAD'", which.webhookId];
    const [, count] = await this.source.query<[unknown[], number]>(
      `UPDATE webhook_deliveries SET state = 'PENDING', attempts = 0, next_attempt_at = now(), delivered_at = NULL
       WHERE ${condition} AND webhook_id IN (SELECT id FROM webhooks WHERE tenant = $1)`,
      [tenant, id],
    );
    return count;
  }

  /** Whoever comes second to a delivery sees, once the first has committed, that its time has not come. */
  async claim(most: number, holdMs: number): Promise<readonly DueDelivery[]> {
    const [rows] = await this.source.query<[DueRow[], number]>(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 millisecond'
       WHERE state = 'PENDING' AND next_attempt_at <= now() AND id IN (
         SELECT due.id FROM webhooks CROSS JOIN LATERAL (
           SELECT id, next_attempt_at FROM webhook_deliveries
           WHERE webhook_id = webhooks.id AND state = 'PENDING' AND next_attempt_at <= now()
           ORDER BY next_attempt_at LIMIT ${PER_WEBHOOK}
         ) due WHERE webhooks.is_enabled ORDER BY due.next_attempt_at LIMIT $1)
       RETURNING ${DELIVERY}, (SELECT to_jsonb(webhooks) FROM webhooks WHERE webhooks.id = webhook_id) AS webhook`,
      [most, holdMs],
    );
    return rows.map(({ webhook, ...delivery }) => ({ ...delivery, webhook: toWebhook(webhook) }));
  }

  async settle(attempt: WebhookAttempt, settlement: Settlement): Promise<void> {
    const { deliveryId, at, status, error, durationMs } = attempt;
    await this.source.transaction(async (manager) => {
      // The owner may have deleted the webhook meanwhile: then there is nothing to say.
      await manager.query(
        `INSERT INTO webhook_attempts (delivery_id, at, status, error, duration_ms)
         SELECT id, $2, $3, $4, $5 FROM webhook_deliveries WHERE id = $1`,
        [deliveryId, at, status, error, durationMs],
      );
      await settleDelivery(manager, deliveryId, settlement);
    });
  }

  async sweep(before: Date): Promise<number> {
    const [, count] = await this.source.query<[unknown[], number]>(
      "DELETE FROM webhook_deliveries WHERE state <> 'PENDING' AND created_at < $1",
      [before],
    );
    return count;
  }
}

type DueRow = WebhookDelivery & { readonly webhook: WebhookJson };

interface WebhookJson {
  readonly id: string;
  readonly tenant: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly description: string;
  readonly is_enabled: boolean;
  readonly secret_version: number;
  readonly rotated_until: string | null;
  readonly created_at: string;
}

const toWebhook = (row: WebhookJson): Webhook => ({
  ...{ id: row.id, tenant: row.tenant, url: row.url, types: row.types },
  description: row.description,
  isEnabled: row.is_enabled,
  secretVersion: row.secret_version,
  rotatedUntil: row.rotated_until === null ? null : new Date(row.rotated_until),
  createdAt: new Date(row.created_at),
});

async function save(manager: EntityManager, webhook: Webhook): Promise<void> {
  const { id, tenant, url, types, description, isEnabled, secretVersion } = webhook;
  await manager.query(
    `INSERT INTO webhooks (id, tenant, url, types, description, is_enabled, secret_version, rotated_until, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (id) DO UPDATE SET url = excluded.url, types = excluded.types,
       description = excluded.description, is_enabled = excluded.is_enabled,
       secret_version = excluded.secret_version, rotated_until = excluded.rotated_until`,
    [
      ...[id, tenant, url, types, description, isEnabled, secretVersion],
      ...[webhook.rotatedUntil, webhook.createdAt],
    ],
  );
}

async function settleDelivery(
  manager: EntityManager,
  id: string,
  settlement: Settlement,
): Promise<void> {
  if (settlement.kind === 'delivered') {
    await manager.query(
      "UPDATE webhook_deliveries SET state = 'DELIVERED', delivered_at = now() WHERE id = $1",
      [id],
    );
  } else if (settlement.kind === 'later') {
    await manager.query(
      "UPDATE webhook_deliveries SET next_attempt_at = $2 WHERE id = $1 AND state = 'PENDING'",
      [id, settlement.nextAttemptAt],
    );
  } else {
    await manager.query("UPDATE webhook_deliveries SET state = 'DEAD' WHERE id = $1", [id]);
    if (settlement.isGone) {
      await manager.query(
        `UPDATE webhooks SET is_enabled = false
         WHERE id = (SELECT webhook_id FROM webhook_deliveries WHERE id = $1)`,
        [id],
      );
    }
  }
}
