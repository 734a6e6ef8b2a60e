import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets of what marks the speech of cloned voices. */
export class CreateWatermarkKeys1764200000000 implements MigrationInterface {
  name = 'CreateWatermarkKeys1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE watermark_key (
         workspace text PRIMARY KEY,
         key bytea NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE watermark_key');
  }
}
