import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clones, challenges, and the ledger of consents, which refuses changes. */
export class CreateVoices1764000000000 implements MigrationInterface {
  name = 'CreateVoices1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE cloned_voice, consent_challenge, consent_record, blob_garbage, service_secret',
    );
    await runner.query('DROP FUNCTION refuse_change');
  }
}

const STATEMENTS = [
  `CREATE TABLE cloned_voice (
     id uuid PRIMARY KEY,
     workspace text NOT NULL,
     voice jsonb NOT NULL,
     created_at timestamptz NOT NULL
   )`,
  'CREATE INDEX cloned_voice_by_workspace ON cloned_voice (workspace, created_at, id)',
  `CREATE TABLE consent_challenge (
     id uuid PRIMARY KEY,
     workspace text NOT NULL,
     full_name text NOT NULL,
     words text[] NOT NULL,
     phrase text NOT NULL,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     used_at timestamptz
   )`,
  `CREATE TABLE consent_record (
     workspace text NOT NULL,
     sequence bigint NOT NULL,
     voice_id uuid NOT NULL,
     facts text NOT NULL,
     previous_hash text NOT NULL,
     hash text NOT NULL,
     PRIMARY KEY (workspace, sequence)
   )`,
  'CREATE INDEX consent_record_by_voice ON consent_record (workspace, voice_id, sequence)',
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'consent records are never changed'; END $$`,
  `CREATE TRIGGER consent_record_is_append_only
     BEFORE UPDATE OR DELETE OR TRUNCATE ON consent_record
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  'CREATE TABLE blob_garbage (key text PRIMARY KEY, reserved_at timestamptz NOT NULL)',
  'CREATE TABLE service_secret (name text PRIMARY KEY, value bytea NOT NULL)',
  // 244 random bits, the same for all replicas, without another setting.
  `INSERT INTO service_secret VALUES ('cursors',
     decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
];
