import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pronunciations of workspaces. */
export class CreateLexicons1764100000001 implements MigrationInterface {
  name = 'CreateLexicons1764100000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE lexicon (
         id uuid PRIMARY KEY,
         workspace text NOT NULL,
         name text NOT NULL,
         language text NOT NULL,
         entries jsonb NOT NULL,
         created_at timestamptz NOT NULL,
         updated_at timestamptz NOT NULL
       )`,
    );
    await runner.query('CREATE INDEX lexicon_by_workspace ON lexicon (workspace, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lexicon');
  }
}
