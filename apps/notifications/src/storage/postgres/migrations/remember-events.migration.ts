import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that were used, whoever was notified of them. */
export class RememberEvents1763832000000 implements MigrationInterface {
  name = 'RememberEvents1763832000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE used_event (key text PRIMARY KEY, used_at timestamptz NOT NULL)',
    );
    await runner.query('CREATE INDEX used_event_age ON used_event (used_at)');
    // As letters are listed.
    await runner.query('DROP INDEX dead_letter_at');
    await runner.query('CREATE INDEX dead_letter_at ON dead_letter (at DESC, id)');
    await runner.query(
      `INSERT INTO used_event (key, used_at)
       SELECT key, created_at FROM creation WHERE key LIKE 'event:%' AND state = 'done'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX dead_letter_at');
    await runner.query('CREATE INDEX dead_letter_at ON dead_letter (at)');
    await runner.query('DROP TABLE used_event');
  }
}
