import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where tenants want to hear of steps, what is to be sent there, and each attempt. */
export class CallWebhooks1763700000055 implements MigrationInterface {
  name = 'CallWebhooks1763700000055';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_attempts, webhook_deliveries, webhooks');
  }
}

const STATEMENTS = [
  `CREATE TABLE webhooks (
     id uuid PRIMARY KEY,
     tenant text NOT NULL,
     url text NOT NULL,
     types text[] NOT NULL,
     description text NOT NULL,
     is_enabled boolean NOT NULL,
     secret_version integer NOT NULL,
     rotated_until timestamptz,
     created_at timestamptz NOT NULL
   )`,
  'CREATE INDEX webhooks_by_tenant ON webhooks (tenant)',
  `CREATE TABLE webhook_deliveries (
     id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
     sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
     webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
     event_id text NOT NULL,
     type text NOT NULL,
     body text NOT NULL,
     state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'DELIVERED', 'DEAD')),
     attempts integer NOT NULL DEFAULT 0,
     next_attempt_at timestamptz NOT NULL DEFAULT now(),
     created_at timestamptz NOT NULL DEFAULT now(),
     delivered_at timestamptz
   )`,
  "CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'PENDING'",
  'CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (webhook_id, sequence)',
  `CREATE TABLE webhook_attempts (
     sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     delivery_id uuid NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
     at timestamptz NOT NULL,
     status integer,
     error text,
     duration_ms integer NOT NULL
   )`,
  'CREATE INDEX webhook_attempts_listed ON webhook_attempts (delivery_id)',
];
