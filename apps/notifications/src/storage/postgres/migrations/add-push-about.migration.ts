import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What decides whether a message that waited is still wanted: its class, and whether it is urgent. */
export class AddPushAbout1763930000000 implements MigrationInterface {
  name = 'AddPushAbout1763930000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE push_delivery ADD COLUMN class_id text, ADD COLUMN is_urgent boolean',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE push_delivery DROP COLUMN class_id, DROP COLUMN is_urgent');
  }
}
