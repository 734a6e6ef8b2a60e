import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The academy that a record is bound to whose recipient was not known. */
export class BindRecords1763840000000 implements MigrationInterface {
  name = 'BindRecords1763840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notification ADD COLUMN bound_to text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notification DROP COLUMN bound_to');
  }
}
