import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is known of remembered translations; they lie elsewhere, sealed, under names that only their key tells. */
export class CreateRememberedSegments1763700000015 implements MigrationInterface {
  name = 'CreateRememberedSegments1763700000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents ADD COLUMN reused_characters bigint');
    await runner.query(`
      CREATE TABLE remembered_segments (
        id text PRIMARY KEY,
        owner text NOT NULL,
        bytes bigint NOT NULL DEFAULT 0,
        updated_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX remembered_segments_by_owner ON remembered_segments (owner, updated_at DESC, id)',
    );
    await runner.query(
      'CREATE INDEX remembered_segments_by_expiry ON remembered_segments (expires_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE remembered_segments');
    await runner.query('ALTER TABLE documents DROP COLUMN reused_characters');
  }
}
