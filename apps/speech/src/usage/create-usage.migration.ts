import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each workspace had spoken, day by day. */
export class CreateUsage1764200000002 implements MigrationInterface {
  name = 'CreateUsage1764200000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE usage_day (
         workspace text NOT NULL,
         day date NOT NULL,
         route text NOT NULL,
         syntheses bigint NOT NULL,
         characters bigint NOT NULL,
         duration_ms double precision NOT NULL,
         PRIMARY KEY (workspace, day, route)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_day');
  }
}
