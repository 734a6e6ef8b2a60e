import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may have a scope. */
export class AddScopeRoles1763820000000 implements MigrationInterface {
  name = 'AddScopeRoles1763820000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE oauth_scope ADD COLUMN roles text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_scope DROP COLUMN roles');
  }
}
