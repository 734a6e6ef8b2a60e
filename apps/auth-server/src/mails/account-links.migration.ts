import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links that were mailed, what was asked for without signing in, and browsers that people have used. */
export class AddAccountFlows1763790000000 implements MigrationInterface {
  name = 'AddAccountFlows1763790000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account_link, account_request, known_device');
  }
}

const STATEMENTS = [
  // Of the token only the digest: a copy of the table opens nothing.
  `CREATE TABLE account_link (
     digest bytea PRIMARY KEY,
     kind text NOT NULL,
     user_id uuid REFERENCES auth_user ON DELETE CASCADE,
     address text NOT NULL,
     invited_as jsonb NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  'CREATE INDEX account_link_by_user ON account_link (user_id) WHERE user_id IS NOT NULL',
  'CREATE INDEX account_link_by_expiry ON account_link (expires_at)',
  `CREATE TABLE account_request (
     id uuid PRIMARY KEY,
     sealed bytea NOT NULL,
     next_at timestamptz NOT NULL
   )`,
  'CREATE INDEX account_request_due ON account_request (next_at)',
  `CREATE TABLE known_device (
     digest bytea NOT NULL,
     user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
     browser text NOT NULL,
     first_at timestamptz NOT NULL,
     last_at timestamptz NOT NULL,
     PRIMARY KEY (digest, user_id)
   )`,
  'CREATE INDEX known_device_by_user ON known_device (user_id)',
  'CREATE INDEX known_device_by_age ON known_device (last_at)',
];
