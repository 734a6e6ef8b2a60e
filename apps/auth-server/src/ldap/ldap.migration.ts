import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which account belongs to which person of a directory: an account is one person's. */
export class AddDirectoryAccounts1764020000000 implements MigrationInterface {
  name = 'AddDirectoryAccounts1764020000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE ldap_account (
         directory text NOT NULL,
         person_id text NOT NULL,
         user_id uuid NOT NULL UNIQUE REFERENCES auth_user ON DELETE CASCADE,
         created_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (directory, person_id)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ldap_account');
  }
}
