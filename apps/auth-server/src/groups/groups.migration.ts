import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Groups of users, which bring roles, and what a directory calls its users. */
export class AddGroups1763860000000 implements MigrationInterface {
  name = 'AddGroups1763860000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE directory_user, user_group_member, user_group');
    await runner.query('ALTER TABLE auth_user DROP COLUMN group_roles');
  }
}

const STATEMENTS = [
  // Kept with the user: tokens are made far more often than groups change.
  `ALTER TABLE auth_user ADD COLUMN group_roles text[] NOT NULL DEFAULT '{}'`,
  `CREATE TABLE directory_user (
     user_id uuid PRIMARY KEY REFERENCES auth_user ON DELETE CASCADE,
     user_name text NOT NULL,
     user_name_key text NOT NULL UNIQUE,
     external_id text
   )`,
  'CREATE INDEX directory_user_by_external_id ON directory_user (external_id)',
  `CREATE TABLE user_group (
     id uuid PRIMARY KEY,
     name text NOT NULL UNIQUE,
     external_id text,
     roles text[] NOT NULL DEFAULT '{}',
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL
   )`,
  'CREATE INDEX user_group_by_age ON user_group (created_at, id)',
  `CREATE TABLE user_group_member (
     group_id uuid NOT NULL REFERENCES user_group ON DELETE CASCADE,
     user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
     PRIMARY KEY (group_id, user_id)
   )`,
  'CREATE INDEX user_group_member_by_user ON user_group_member (user_id)',
];
