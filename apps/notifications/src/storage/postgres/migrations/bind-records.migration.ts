import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The academy that a record is bound to whose recipient was not known; and the age of records. */
export class BindRecords1763840000000 implements MigrationInterface {
  name = 'BindRecords1763840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notification ADD COLUMN bound_to text');
    // Records come in the order of their time: blocks of old ones are found by a few bytes each.
    await runner.query('CREATE INDEX notification_created ON notification USING brin (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX notification_created');
    await runner.query('ALTER TABLE notification DROP COLUMN bound_to');
  }
}
