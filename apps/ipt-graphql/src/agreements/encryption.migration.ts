import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of encrypted agreements, wrapped; the texts that owners sign for them; and to whom they were released. */
export class EncryptAgreements1763700000074 implements MigrationInterface {
  name = 'EncryptAgreements1763700000074';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE key_releases, key_challenges, sealed_agreements');
    await runner.query('DROP FUNCTION keep_key_releases()');
  }
}

const STATEMENTS = [
  `CREATE TABLE sealed_agreements (
      tenant text NOT NULL,
      chain_id integer NOT NULL,
      ipnft_id text NOT NULL,
      document_hash text NOT NULL,
      wallet text NOT NULL,
      key_id text NOT NULL,
      wrapped_key text NOT NULL,
      cid text,
      pdf_cid text,
      content_hash text,
      made_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (tenant, chain_id, ipnft_id, document_hash)
    )`,
  'CREATE UNIQUE INDEX sealed_agreements_by_cid ON sealed_agreements (cid)',
  `CREATE TABLE key_challenges (
      nonce text PRIMARY KEY,
      tenant text NOT NULL,
      key_id text NOT NULL,
      wallet text NOT NULL,
      cid text NOT NULL,
      message text NOT NULL,
      expires_at timestamptz NOT NULL
    )`,
  'CREATE INDEX key_challenges_by_asker ON key_challenges (tenant, key_id, expires_at)',
  'CREATE INDEX key_challenges_by_end ON key_challenges (expires_at)',
  `CREATE TABLE key_releases (
      sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      released_at timestamptz NOT NULL DEFAULT now(),
      tenant text NOT NULL,
      api_key_id text NOT NULL,
      subject text,
      chain_id integer NOT NULL,
      ipnft_id text NOT NULL,
      cid text NOT NULL,
      key_id text NOT NULL,
      wallet text NOT NULL
    )`,
  `CREATE FUNCTION keep_key_releases() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'key_releases are never changed or deleted'; END $$`,
  `CREATE TRIGGER key_releases_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON key_releases
    FOR EACH STATEMENT EXECUTE FUNCTION keep_key_releases()`,
];
