import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From where sessions are used. */
export class AddSessionUses1763840000000 implements MigrationInterface {
  name = 'AddSessionUses1763840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE session_use (
        uid text PRIMARY KEY,
        device text NOT NULL,
        ip text NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX session_use_by_age ON session_use (last_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE session_use');
  }
}
