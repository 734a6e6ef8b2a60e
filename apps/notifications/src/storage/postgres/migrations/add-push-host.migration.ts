import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom a message goes to and through which push service: one that is slow is left out. */
export class AddPushHost1763830000000 implements MigrationInterface {
  name = 'AddPushHost1763830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE push_delivery ADD COLUMN host text, ADD COLUMN "user" bytea');
    await runner.query(
      `UPDATE push_delivery SET host = substring(subscription->>'endpoint' FROM '^https://([^/]+)'),
         "user" = decode(subscription->>'user', 'hex')`,
    );
    await runner.query(
      'ALTER TABLE push_delivery ALTER COLUMN host SET NOT NULL, ALTER COLUMN "user" SET NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE push_delivery DROP COLUMN host, DROP COLUMN "user"');
  }
}
