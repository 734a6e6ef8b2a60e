import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records, the log of intents, settings, people, reminders, pushes, dead letters, secrets. */
export class CreateNotifications1763810000000 implements MigrationInterface {
  name = 'CreateNotifications1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...NOTIFICATIONS, ...PEOPLE, ...REMINDERS, ...PUSH, ...OTHERS]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE notification, creation, user_settings, person, registration, calendar_event, reminder, push_subscription, push_delivery, dead_letter, secret',
    );
  }
}

// ObjectIds are bytes: 12 instead of 24, and they sort alike.
const NOTIFICATIONS = [
  `CREATE TABLE notification (
     id bytea NOT NULL,
     type text NOT NULL CHECK (type IN ('sent', 'received')),
     "user" bytea NOT NULL,
     user_id text NOT NULL,
     user_name text NOT NULL,
     to_user_list json,
     from_user bytea,
     from_user_id text,
     from_user_name text,
     checked boolean NOT NULL,
     category text,
     title text NOT NULL,
     description text,
     notification_type text NOT NULL,
     related_type text,
     related_id text,
     auto_delete_on_check boolean NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     removed_at timestamptz,
     CONSTRAINT notification_pkey PRIMARY KEY (id)
   )`,
  `CREATE INDEX notification_by_owner ON notification ("user", type, created_at DESC, id DESC)
   WHERE removed_at IS NULL`,
  `CREATE INDEX notification_checked ON notification (updated_at)
   WHERE checked AND removed_at IS NULL`,
  // Lists of 10,000 recipients: compressing them would take longer than writing them.
  'ALTER TABLE notification ALTER COLUMN to_user_list SET STORAGE EXTERNAL',
  'CREATE INDEX notification_removed ON notification (removed_at) WHERE removed_at IS NOT NULL',
  `CREATE TABLE creation (
     id bytea PRIMARY KEY,
     key text NOT NULL,
     state text NOT NULL CHECK (state IN ('new', 'recorded', 'done')),
     body json NOT NULL,
     created_at timestamptz NOT NULL,
     lease_until timestamptz NOT NULL,
     CONSTRAINT creation_key UNIQUE (key)
   )`,
  'ALTER TABLE creation ALTER COLUMN body SET STORAGE EXTERNAL',
  `CREATE INDEX creation_pending ON creation (lease_until) WHERE state <> 'done'`,
  `CREATE INDEX creation_done ON creation (created_at) WHERE state = 'done'`,
];

const PEOPLE = [
  `CREATE TABLE user_settings (
     id bytea PRIMARY KEY,
     "user" bytea NOT NULL,
     user_id text NOT NULL,
     user_name text NOT NULL,
     settings jsonb NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     CONSTRAINT user_settings_user UNIQUE ("user")
   )`,
  `CREATE TABLE person (
     "user" bytea PRIMARY KEY,
     user_id text NOT NULL,
     user_name text NOT NULL,
     academy_id text NOT NULL,
     updated_at timestamptz NOT NULL
   )`,
  `CREATE TABLE registration (
     "user" bytea NOT NULL,
     academy_id text NOT NULL,
     active boolean NOT NULL,
     changed_at timestamptz NOT NULL,
     PRIMARY KEY ("user", academy_id)
   )`,
];

const REMINDERS = [
  `CREATE TABLE calendar_event (
     event_id text PRIMARY KEY,
     version bigint NOT NULL,
     applied boolean NOT NULL,
     starts_at timestamptz NOT NULL,
     body json NOT NULL
   )`,
  'CREATE INDEX calendar_event_start ON calendar_event (starts_at)',
  `CREATE TABLE reminder (
     id text PRIMARY KEY,
     event_id text NOT NULL,
     version bigint NOT NULL,
     "user" bytea NOT NULL,
     user_id text NOT NULL,
     user_name text NOT NULL,
     starts_at timestamptz NOT NULL,
     fire_at timestamptz NOT NULL,
     own_minutes integer,
     state text NOT NULL CHECK (state IN ('due', 'claimed', 'sent', 'cancelled')),
     claim_id text,
     lease_until timestamptz
   )`,
  `CREATE INDEX reminder_due ON reminder (fire_at) WHERE state = 'due'`,
  `CREATE INDEX reminder_claimed ON reminder (claim_id) WHERE state = 'claimed'`,
  'CREATE INDEX reminder_of_event ON reminder (event_id)',
  `CREATE INDEX reminder_of_user ON reminder ("user") WHERE state = 'due'`,
];

const PUSH = [
  `CREATE TABLE push_subscription (
     endpoint text NOT NULL,
     p256dh text NOT NULL,
     auth text NOT NULL,
     "user" bytea NOT NULL,
     created_at timestamptz NOT NULL
   )`,
  // Endpoints may be longer than an index entry.
  'CREATE UNIQUE INDEX push_subscription_endpoint ON push_subscription (sha256(endpoint::bytea))',
  'CREATE INDEX push_subscription_user ON push_subscription ("user")',
  `CREATE TABLE push_delivery (
     id text PRIMARY KEY,
     subscription json NOT NULL,
     payload text NOT NULL,
     attempts integer NOT NULL,
     due_at timestamptz NOT NULL
   )`,
  'CREATE INDEX push_delivery_due ON push_delivery (due_at)',
];

const OTHERS = [
  `CREATE TABLE dead_letter (
     id text PRIMARY KEY,
     at timestamptz NOT NULL,
     reason text NOT NULL,
     event text NOT NULL
   )`,
  'CREATE INDEX dead_letter_at ON dead_letter (at)',
  'CREATE TABLE secret (name text PRIMARY KEY, value text NOT NULL)',
];
