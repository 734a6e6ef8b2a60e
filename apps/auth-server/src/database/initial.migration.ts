import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users, clients, scopes, what the protocol engine gives out, keys, audit, failed logins. */
export class CreateAuthServer1763740000000 implements MigrationInterface {
  name = 'CreateAuthServer1763740000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...ACCOUNTS, ...ARTIFACTS, ...AUDIT, ...DEFAULT_SCOPES]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE auth_user, oauth_client, oauth_scope, oidc_artifact, signing_key, audit_record, login_failure, login_place',
    );
    await runner.query('DROP FUNCTION refuse_change_of_audit');
  }
}

const ACCOUNTS = [
  `CREATE TABLE auth_user (
     id uuid PRIMARY KEY,
     object_id text NOT NULL UNIQUE,
     username text NOT NULL,
     username_key text NOT NULL UNIQUE,
     email text NOT NULL,
     email_key text NOT NULL UNIQUE,
     name text NOT NULL,
     given_name text,
     family_name text,
     academy_id text NOT NULL,
     roles text[] NOT NULL,
     is_active boolean NOT NULL,
     is_admin boolean NOT NULL,
     is_verified boolean NOT NULL,
     password_hash text NOT NULL,
     created_at timestamptz NOT NULL,
     last_login timestamptz
   )`,
  'CREATE INDEX auth_user_by_age ON auth_user (created_at, id)',
  `CREATE TABLE oauth_client (
     id uuid PRIMARY KEY,
     client_id text NOT NULL UNIQUE,
     client_name text NOT NULL,
     client_type text NOT NULL,
     redirect_uris jsonb NOT NULL,
     scopes jsonb NOT NULL,
     is_active boolean NOT NULL,
     metadata jsonb NOT NULL,
     secret_sha256 bytea,
     secret_sealed bytea,
     created_at timestamptz NOT NULL
   )`,
  'CREATE INDEX oauth_client_by_age ON oauth_client (created_at, id)',
  `CREATE TABLE oauth_scope (
     id uuid PRIMARY KEY,
     scope_name text NOT NULL UNIQUE,
     description text NOT NULL,
     is_default boolean NOT NULL,
     is_active boolean NOT NULL,
     created_at timestamptz NOT NULL
   )`,
];

// Ids are digests of what clients hold, so that a copy of the table opens nothing.
const ARTIFACTS = [
  `CREATE TABLE oidc_artifact (
     id bytea PRIMARY KEY,
     kind text NOT NULL,
     payload json NOT NULL,
     grant_id text,
     account_id text,
     client_id text,
     uid text,
     user_code bytea,
     expires_at timestamptz NOT NULL,
     consumed_at timestamptz,
     reuses smallint NOT NULL DEFAULT 0
   )`,
  'CREATE INDEX oidc_artifact_by_grant ON oidc_artifact (grant_id) WHERE grant_id IS NOT NULL',
  `CREATE INDEX oidc_artifact_by_account ON oidc_artifact (account_id) WHERE account_id IS NOT NULL`,
  'CREATE INDEX oidc_artifact_by_client ON oidc_artifact (client_id) WHERE client_id IS NOT NULL',
  'CREATE UNIQUE INDEX oidc_artifact_by_uid ON oidc_artifact (uid) WHERE uid IS NOT NULL',
  'CREATE INDEX oidc_artifact_by_user_code ON oidc_artifact (user_code) WHERE user_code IS NOT NULL',
  'CREATE INDEX oidc_artifact_by_expiry ON oidc_artifact (expires_at)',
  `CREATE TABLE signing_key (
     kid text PRIMARY KEY,
     algorithm text NOT NULL,
     stage text NOT NULL,
     since timestamptz NOT NULL,
     sealed_jwk bytea NOT NULL
   )`,
  // Two replicas must not both make a current key.
  `CREATE UNIQUE INDEX signing_key_one_per_stage ON signing_key (algorithm, stage)
   WHERE stage IN ('current', 'next')`,
];

const AUDIT = [
  `CREATE TABLE audit_record (
     sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     at timestamptz NOT NULL,
     type text NOT NULL,
     actor text NOT NULL,
     subject text NOT NULL,
     ip text,
     trace_id text,
     details jsonb NOT NULL
   )`,
  'CREATE INDEX audit_record_by_subject ON audit_record (subject, sequence)',
  'CREATE INDEX audit_record_by_actor ON audit_record (actor, sequence)',
  'CREATE INDEX audit_record_by_type ON audit_record (type, sequence)',
  `CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN RAISE EXCEPTION 'The audit log is append-only.'; END $$`,
  `CREATE TRIGGER audit_record_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_record
   FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()`,
  `CREATE TABLE login_failure (
     key text PRIMARY KEY,
     count integer NOT NULL,
     first_at timestamptz NOT NULL,
     last_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  'CREATE INDEX login_failure_by_expiry ON login_failure (expires_at)',
  `CREATE TABLE login_place (
     account text NOT NULL,
     place text NOT NULL,
     last_at timestamptz NOT NULL,
     PRIMARY KEY (account, place)
   )`,
];

// The scopes that the server metadata advertises (spec 2, part 4.1).
const DEFAULT_SCOPES = [
  `INSERT INTO oauth_scope (id, scope_name, description, is_default, is_active, created_at) VALUES
     (gen_random_uuid(), 'read', 'Read your data', true, true, now()),
     (gen_random_uuid(), 'write', 'Change your data', false, true, now()),
     (gen_random_uuid(), 'admin', 'Administer the services', false, true, now()),
     (gen_random_uuid(), 'introspect', 'Check the tokens of other clients', false, true, now())`,
];
