import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tenants store: items, and their sum. */
export class CountStorage1763700000051 implements MigrationInterface {
  name = 'CountStorage1763700000051';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE stored_items (tenant text, item text, bytes bigint NOT NULL, PRIMARY KEY (tenant, item))',
    );
    await runner.query(
      'CREATE TABLE storage_accounts (tenant text PRIMARY KEY, bytes bigint NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stored_items, storage_accounts');
  }
}
