import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The second copy of each file, and when to look at it again. */
export class KeepCopies1763700000072 implements MigrationInterface {
  name = 'KeepCopies1763700000072';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE content_copies (
         cid text PRIMARY KEY,
         state text NOT NULL DEFAULT 'WANTED' CHECK (state IN ('WANTED', 'PINNING', 'PINNED', 'FAILED')),
         request_id text,
         attempts integer NOT NULL DEFAULT 0,
         next_at timestamptz NOT NULL DEFAULT now(),
         claimed_until timestamptz,
         behind_since timestamptz DEFAULT now(),
         verified_at timestamptz,
         error text,
         created_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    await runner.query('CREATE INDEX content_copies_due ON content_copies (next_at)');
    await runner.query(
      "CREATE INDEX content_copies_behind ON content_copies (behind_since) WHERE state <> 'PINNED'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE content_copies');
  }
}
