import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the account is deactivated: nothing is sent to its browsers then. */
export class AddDeactivated1763940000000 implements MigrationInterface {
  name = 'AddDeactivated1763940000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE contact ADD COLUMN is_deactivated boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE contact DROP COLUMN is_deactivated');
  }
}
