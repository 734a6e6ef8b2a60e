import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Access tokens that ended before their time, and who listens to that. */
export class AddRevocations1763880000000 implements MigrationInterface {
  name = 'AddRevocations1763880000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER oidc_artifact_revoked ON oidc_artifact');
    await runner.query('DROP TABLE ssf_stream, revocation');
    await runner.query('DROP FUNCTION note_revocation(), tell_revocation()');
  }
}

/** Streams that are pushed (RFC 8935). */
export class AddPushStreams1763910000000 implements MigrationInterface {
  name = 'AddPushStreams1763910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE ssf_stream ADD COLUMN push_url text, ADD COLUMN push_authorization bytea,
         ADD COLUMN push_failures integer NOT NULL DEFAULT 0,
         ADD COLUMN push_due_at timestamptz NOT NULL DEFAULT now()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE ssf_stream DROP COLUMN push_url, DROP COLUMN push_authorization,
         DROP COLUMN push_failures, DROP COLUMN push_due_at`,
    );
  }
}

const STATEMENTS = [
  // In the order of their transactions: a number that is given out earlier may be seen later.
  `CREATE TABLE revocation (
     transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
     sequence bigint GENERATED ALWAYS AS IDENTITY,
     token bytea NOT NULL,
     expires_at timestamptz NOT NULL,
     at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (transaction, sequence)
   )`,
  'CREATE INDEX revocation_by_expiry ON revocation (expires_at)',
  `CREATE TABLE ssf_stream (
     id uuid PRIMARY KEY,
     transaction xid8 NOT NULL DEFAULT '0',
     sequence bigint NOT NULL DEFAULT 0,
     seen_at timestamptz NOT NULL DEFAULT now()
   )`,
  `CREATE FUNCTION note_revocation() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN
     INSERT INTO revocation (token, expires_at) VALUES (OLD.id, OLD.expires_at);
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION tell_revocation() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN PERFORM pg_notify('auth_server_changes', 'revocations'); RETURN NULL; END $$`,
  // Whatever ends a token deletes its row: nothing that does so can be forgotten here.
  `CREATE TRIGGER oidc_artifact_revoked AFTER DELETE ON oidc_artifact FOR EACH ROW
   WHEN (OLD.kind IN ('AccessToken', 'ClientCredentials') AND OLD.expires_at > now())
   EXECUTE FUNCTION note_revocation()`,
  `CREATE TRIGGER revocation_told AFTER INSERT ON revocation FOR EACH STATEMENT
   EXECUTE FUNCTION tell_revocation()`,
];
