import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a mail went, as a digest: reports of what came back are about mails of ours. */
export class AddMailSentTo1763900000000 implements MigrationInterface {
  name = 'AddMailSentTo1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail_item ADD COLUMN sent_to text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail_item DROP COLUMN sent_to');
  }
}
