import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each index was looked at a second time; what is final already is looked at from its beginning. */
export class LookTwice1763700000059 implements MigrationInterface {
  name = 'LookTwice1763700000059';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['chain_cursors', 'token_cursors']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN checked_number bigint`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['chain_cursors', 'token_cursors']) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN checked_number`);
    }
  }
}
