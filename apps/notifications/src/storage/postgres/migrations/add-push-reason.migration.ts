import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a message waits. */
export class AddPushReason1763870000000 implements MigrationInterface {
  name = 'AddPushReason1763870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE push_delivery ADD COLUMN reason text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE push_delivery DROP COLUMN reason');
  }
}
