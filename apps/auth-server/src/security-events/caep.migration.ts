import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events beside the end of tokens: other claims of a person, other credentials; and who wants to hear of which. */
export class AddCaepEvents1763930000000 implements MigrationInterface {
  name = 'AddCaepEvents1763930000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** Longer than any receiver is away for a restart, and than any access token lives. */
const KEPT = `clock_timestamp() + interval '1 day'`;

const UP = [
  `ALTER TABLE revocation ALTER COLUMN token DROP NOT NULL,
     ADD COLUMN kind text NOT NULL DEFAULT 'session-revoked',
     ADD COLUMN subject text, ADD COLUMN details jsonb NOT NULL DEFAULT '{}'`,
  `ALTER TABLE ssf_stream ADD COLUMN events text[] NOT NULL DEFAULT '{session-revoked}'`,
  // In the transaction of the change, whatever makes it: both or neither.
  `CREATE FUNCTION note_claims_change() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN
     INSERT INTO revocation (kind, subject, details, expires_at)
     VALUES ('token-claims-change', NEW.id, jsonb_build_object('claims', jsonb_build_object(
       'academyId', NEW.academy_id,
       'roles', (SELECT coalesce(jsonb_agg(DISTINCT role), '[]')
                 FROM unnest(NEW.roles || NEW.group_roles) AS role))), ${KEPT});
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER auth_user_claims_changed
     AFTER UPDATE OF roles, group_roles, academy_id, is_admin ON auth_user FOR EACH ROW
     WHEN ((OLD.roles, OLD.group_roles, OLD.academy_id, OLD.is_admin)
       IS DISTINCT FROM (NEW.roles, NEW.group_roles, NEW.academy_id, NEW.is_admin))
     EXECUTE FUNCTION note_claims_change()`,
  `CREATE FUNCTION note_password_change() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN
     INSERT INTO revocation (kind, subject, details, expires_at)
     VALUES ('credential-change', NEW.id,
       '{"credential_type": "password", "change_type": "update"}', ${KEPT});
     RETURN NULL;
   END $$`,
  // A hash that is made anew of the same password at a sign-in leaves the rest of the row as it is.
  `CREATE TRIGGER auth_user_password_changed AFTER UPDATE OF password_hash ON auth_user FOR EACH ROW
     WHEN (OLD.password_hash <> NEW.password_hash AND OLD.updated_at <> NEW.updated_at)
     EXECUTE FUNCTION note_password_change()`,
  `CREATE FUNCTION note_factor_change() RETURNS trigger LANGUAGE plpgsql AS
   $$ DECLARE factor auth_factor := coalesce(NEW, OLD);
   BEGIN
     INSERT INTO revocation (kind, subject, details, expires_at)
     VALUES ('credential-change', factor.user_id, jsonb_build_object(
       'change_type', CASE TG_OP WHEN 'INSERT' THEN 'create' ELSE 'delete' END,
       'credential_type', CASE
         WHEN factor.kind = 'totp' THEN 'app'
         WHEN factor.credential->'transports' ? 'internal' THEN 'fido2-platform'
         ELSE 'fido2-roaming' END), ${KEPT});
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER auth_factor_changed AFTER INSERT OR DELETE ON auth_factor FOR EACH ROW
     EXECUTE FUNCTION note_factor_change()`,
];

const DOWN = [
  'DROP TRIGGER auth_factor_changed ON auth_factor',
  'DROP TRIGGER auth_user_password_changed ON auth_user',
  'DROP TRIGGER auth_user_claims_changed ON auth_user',
  'DROP FUNCTION note_claims_change(), note_password_change(), note_factor_change()',
  'ALTER TABLE ssf_stream DROP COLUMN events',
  'DELETE FROM revocation WHERE token IS NULL',
  `ALTER TABLE revocation DROP COLUMN kind, DROP COLUMN subject, DROP COLUMN details,
     ALTER COLUMN token SET NOT NULL`,
];
