import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of what is still being listened to was counted. */
export class CreateUsageProgress1764300000000 implements MigrationInterface {
  name = 'CreateUsageProgress1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE usage_progress (
         session uuid PRIMARY KEY,
         duration_ms double precision NOT NULL,
         updated_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    await runner.query('CREATE INDEX usage_progress_updated_at ON usage_progress (updated_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_progress');
  }
}
