import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a link is about, and clients that are to be told that somebody has answered. */
export class AddApprovals1763920000000 implements MigrationInterface {
  name = 'AddApprovals1763920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_link ADD COLUMN about bytea');
    await runner.query(
      `CREATE TABLE ciba_ping (
         id uuid PRIMARY KEY,
         sealed bytea NOT NULL,
         failures integer NOT NULL DEFAULT 0,
         next_at timestamptz NOT NULL,
         expires_at timestamptz NOT NULL
       )`,
    );
    await runner.query('CREATE INDEX ciba_ping_due ON ciba_ping (next_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ciba_ping');
    await runner.query('ALTER TABLE account_link DROP COLUMN about');
  }
}
