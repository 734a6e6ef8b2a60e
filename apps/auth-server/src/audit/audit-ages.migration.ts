import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Old records are found by their age. A block range index: it costs a sign-in next to nothing, and ages grow with the table. */
export class AddAuditAges1764050000000 implements MigrationInterface {
  name = 'AddAuditAges1764050000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX audit_record_by_age ON audit_record USING brin (at) WITH (autosummarize = on)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_record_by_age');
  }
}
