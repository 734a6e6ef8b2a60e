import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that are told when a book ends. */
export class CreateBookWebhooks1764200000001 implements MigrationInterface {
  name = 'CreateBookWebhooks1764200000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE book_webhook (
         book_id uuid PRIMARY KEY REFERENCES book ON DELETE CASCADE,
         url text NOT NULL,
         secret bytea NOT NULL,
         state text NOT NULL DEFAULT 'waiting',
         attempts integer NOT NULL DEFAULT 0,
         next_at timestamptz,
         claimed_until timestamptz,
         last_status integer,
         last_error text
       )`,
    );
    await runner.query(
      'CREATE INDEX book_webhook_due ON book_webhook (next_at) WHERE next_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX book_webhook_claimed ON book_webhook (claimed_until) WHERE claimed_until IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE book_webhook');
  }
}
