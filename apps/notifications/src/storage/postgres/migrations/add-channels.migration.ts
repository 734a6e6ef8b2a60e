import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-mail, how people want to be told, what becomes of deliveries, and records that are put away or off. */
export class AddChannels1763850000000 implements MigrationInterface {
  name = 'AddChannels1763850000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE contact, preference, mail_item, mail_suppression, delivery_step',
    );
    await runner.query(
      'ALTER TABLE notification DROP COLUMN archived_at, DROP COLUMN snoozed_until',
    );
  }
}

const UP = [
  'ALTER TABLE notification ADD COLUMN archived_at timestamptz, ADD COLUMN snoozed_until timestamptz',
  `CREATE INDEX notification_snoozed ON notification (snoozed_until)
   WHERE snoozed_until IS NOT NULL`,
  `CREATE TABLE contact (
     "user" bytea PRIMARY KEY,
     email text,
     locale text,
     time_zone text,
     changed_at timestamptz NOT NULL
   )`,
  'CREATE TABLE preference ("user" bytea PRIMARY KEY, body jsonb NOT NULL)',
  `CREATE TABLE mail_item (
     id bytea PRIMARY KEY,
     "user" bytea NOT NULL,
     bucket text NOT NULL,
     mode text NOT NULL,
     content json NOT NULL,
     due_at timestamptz NOT NULL,
     state text NOT NULL CHECK (state IN ('due', 'claimed', 'done')),
     claim_id text,
     lease_until timestamptz,
     attempts integer NOT NULL,
     done_at timestamptz
   )`,
  `CREATE INDEX mail_item_due ON mail_item (due_at) WHERE state = 'due'`,
  `CREATE INDEX mail_item_bucket ON mail_item ("user", bucket) WHERE state = 'due'`,
  `CREATE INDEX mail_item_lease ON mail_item (lease_until) WHERE state = 'claimed'`,
  'CREATE INDEX mail_item_claim ON mail_item (claim_id) WHERE claim_id IS NOT NULL',
  `CREATE INDEX mail_item_done ON mail_item (done_at) WHERE state = 'done'`,
  `CREATE TABLE mail_suppression (
     address text PRIMARY KEY,
     reason text NOT NULL,
     at timestamptz NOT NULL
   )`,
  `CREATE TABLE delivery_step (
     record bytea NOT NULL,
     what text NOT NULL,
     detail text NOT NULL,
     at timestamptz NOT NULL,
     PRIMARY KEY (record, what, detail)
   )`,
  'CREATE INDEX delivery_step_at ON delivery_step USING brin (at)',
];
