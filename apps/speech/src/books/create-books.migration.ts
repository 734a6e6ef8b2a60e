import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Books and the pieces of them that were spoken. */
export class CreateBooks1764100000000 implements MigrationInterface {
  name = 'CreateBooks1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE book (
         id uuid PRIMARY KEY,
         workspace text NOT NULL,
         state text NOT NULL,
         about jsonb NOT NULL,
         error jsonb,
         created_at timestamptz NOT NULL,
         worker text,
         leased_until timestamptz
       )`,
    );
    await runner.query('CREATE INDEX book_by_workspace ON book (workspace, created_at DESC, id)');
    await runner.query(
      `CREATE INDEX book_unfinished ON book (created_at) WHERE state IN ('queued', 'running', 'leaving')`,
    );
    await runner.query(
      `CREATE TABLE book_part (
         book_id uuid NOT NULL REFERENCES book ON DELETE CASCADE,
         piece integer NOT NULL,
         chapter integer NOT NULL,
         characters integer NOT NULL,
         duration_ms double precision NOT NULL,
         bytes integer NOT NULL,
         PRIMARY KEY (book_id, piece)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE book_part, book');
  }
}
