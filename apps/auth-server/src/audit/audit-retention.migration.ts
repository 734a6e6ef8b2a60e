import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Failures of sign-ins are counted by hour before they are written down, and records may be removed by age alone: who removes some says
 * how many days are kept, and the database compares.
 */
export class AddAuditRetention1763990000000 implements MigrationInterface {
  name = 'AddAuditRetention1763990000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE sign_in_failures (
     hour timestamptz NOT NULL,
     place text NOT NULL,
     subject text NOT NULL,
     attempts integer NOT NULL,
     locked integer NOT NULL,
     ip text NOT NULL,
     last_at timestamptz NOT NULL,
     PRIMARY KEY (hour, place, subject)
   )`,
  `DROP TRIGGER audit_record_append_only ON audit_record`,
  `CREATE TRIGGER audit_record_append_only BEFORE UPDATE OR TRUNCATE ON audit_record
   FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()`,
  `CREATE FUNCTION refuse_removal_of_audit() RETURNS trigger LANGUAGE plpgsql AS
   $$ DECLARE kept integer := nullif(current_setting('auth_server.audit_retention_days', true), '')::integer;
   BEGIN
     -- An hour of tolerance for clocks that differ.
     IF kept IS NULL OR kept < 1 OR OLD.at >= now() - make_interval(days => kept) + interval '1 hour' THEN
       RAISE EXCEPTION 'The audit log is append-only.';
     END IF;
     RETURN OLD;
   END $$`,
  `CREATE TRIGGER audit_record_kept BEFORE DELETE ON audit_record
   FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_audit()`,
];

const DOWN = [
  'DROP TRIGGER audit_record_kept ON audit_record',
  'DROP FUNCTION refuse_removal_of_audit',
  'DROP TRIGGER audit_record_append_only ON audit_record',
  `CREATE TRIGGER audit_record_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_record
   FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()`,
  'DROP TABLE sign_in_failures',
];
