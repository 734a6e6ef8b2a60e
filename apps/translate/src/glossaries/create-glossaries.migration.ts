import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Glossaries and their dictionaries; the entries of a dictionary are one text, lines of source TAB target. */
export class CreateGlossaries1763700000010 implements MigrationInterface {
  name = 'CreateGlossaries1763700000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE glossaries (
        id uuid PRIMARY KEY,
        owner text NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX glossaries_by_owner ON glossaries (owner, created_at, id)');
    await runner.query(`
      CREATE TABLE glossary_dictionaries (
        glossary_id uuid NOT NULL REFERENCES glossaries ON DELETE CASCADE,
        source text NOT NULL,
        target text NOT NULL,
        version uuid NOT NULL,
        entry_count integer NOT NULL,
        entry_bytes integer NOT NULL,
        entries text NOT NULL,
        position bigint GENERATED ALWAYS AS IDENTITY,
        PRIMARY KEY (glossary_id, source, target)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE glossary_dictionaries');
    await runner.query('DROP TABLE glossaries');
  }
}
