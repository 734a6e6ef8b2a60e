import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many texts of a document stay since something in it depends on them, such as formulas that compare with them. */
export class CountKeptTexts1763700000016 implements MigrationInterface {
  name = 'CountKeptTexts1763700000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents ADD COLUMN kept_texts integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents DROP COLUMN kept_texts');
  }
}
