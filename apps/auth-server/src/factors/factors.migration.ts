import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people sign in with beside a password. */
export class AddFactors1763810000000 implements MigrationInterface {
  name = 'AddFactors1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth_factor (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
        kind text NOT NULL,
        name text NOT NULL,
        sealed_secret bytea,
        last_step bigint NOT NULL DEFAULT 0,
        credential_id text UNIQUE,
        credential jsonb,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      )`);
    await runner.query('CREATE INDEX auth_factor_by_user ON auth_factor (user_id)');
    await runner.query(`
      CREATE TABLE recovery_code (
        user_id uuid NOT NULL REFERENCES auth_user ON DELETE CASCADE,
        digest bytea NOT NULL,
        PRIMARY KEY (user_id, digest)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth_factor, recovery_code');
  }
}
