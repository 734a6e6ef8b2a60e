import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far a message to an audience has come: it goes by the order of users, some at a time. */
export class AddJobReached1763920000000 implements MigrationInterface {
  name = 'AddJobReached1763920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audience_job ADD COLUMN reached bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audience_job DROP COLUMN reached');
  }
}
