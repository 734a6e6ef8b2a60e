import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The queue's table; an app that sends mail lists it among its migrations. */
export class CreateMailQueue1763780000000 implements MigrationInterface {
  name = 'CreateMailQueue1763780000000';

  async up(runner: QueryRunner): Promise<void> {
    // `content` is there as long as the mail waits, and no longer: it may hold links that open accounts.
    await runner.query(`
      CREATE TABLE mail_queue (
        id uuid PRIMARY KEY,
        recipient text NOT NULL,
        template text NOT NULL,
        content bytea,
        created_at timestamptz NOT NULL,
        next_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        sent_at timestamptz,
        failed_at timestamptz,
        failure text
      )`);
    await runner.query(
      'CREATE INDEX mail_queue_due ON mail_queue (next_at) WHERE content IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX mail_queue_by_recipient ON mail_queue (lower(recipient), template, created_at)',
    );
    await runner.query('CREATE INDEX mail_queue_by_age ON mail_queue (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_queue');
  }
}
