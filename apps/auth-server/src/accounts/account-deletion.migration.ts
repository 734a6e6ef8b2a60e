import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that their owners want to be deleted. */
export class AddAccountDeletion1763830000000 implements MigrationInterface {
  name = 'AddAccountDeletion1763830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_deletion (
        user_id uuid PRIMARY KEY REFERENCES auth_user ON DELETE CASCADE,
        due_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX account_deletion_due ON account_deletion (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account_deletion');
  }
}
