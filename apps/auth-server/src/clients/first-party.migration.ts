import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients that are the operator's own. */
export class AddFirstParty1763970000000 implements MigrationInterface {
  name = 'AddFirstParty1763970000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE oauth_client ADD COLUMN first_party boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_client DROP COLUMN first_party');
  }
}
