import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers in which people need not show their second factor, for a while. */
export class AddTrustedBrowsers1764030000000 implements MigrationInterface {
  name = 'AddTrustedBrowsers1764030000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE known_device ADD COLUMN trusted_until timestamptz, ADD COLUMN trusted_as bytea',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE known_device DROP COLUMN trusted_until, DROP COLUMN trusted_as',
    );
  }
}
