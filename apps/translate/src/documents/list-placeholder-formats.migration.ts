import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Formats of the placeholders that were kept in what is translated of a document. */
export class ListPlaceholderFormats1763700000017 implements MigrationInterface {
  name = 'ListPlaceholderFormats1763700000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE documents ADD COLUMN placeholder_formats text[] NOT NULL DEFAULT '{}'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents DROP COLUMN placeholder_formats');
  }
}
