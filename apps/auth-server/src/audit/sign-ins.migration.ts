import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ins are counted by day. */
export class AddSignInsByDay1763850000000 implements MigrationInterface {
  name = 'AddSignInsByDay1763850000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX audit_record_sign_ins ON audit_record (at)
       WHERE type IN ('login.succeeded', 'login.failed')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_record_sign_ins');
  }
}
