import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `sequence, tenant, key_id, chain_id, ipnft_id, minter, recipient, token_uri, symbol, terms_signature,
  signed_authorization, signer, created_at`;

/** Another key signs the same again; and what was signed stays written down, whoever may write here. */
export class KeepSignatures1763700000057 implements MigrationInterface {
  name = 'KeepSignatures1763700000057';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE authorizations DROP CONSTRAINT authorizations_pkey');
    await runner.query(
      `ALTER TABLE authorizations
         ADD PRIMARY KEY (tenant, chain_id, ipnft_id, minter, recipient, token_uri, signer)`,
    );
    for (const statement of BRING_BACK) await runner.query(statement);
    await runner.query(
      `CREATE FUNCTION keep_authorizations() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'authorizations are never changed or deleted'; END $$`,
    );
    await runner.query(
      `CREATE TRIGGER authorizations_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON authorizations
       FOR EACH STATEMENT EXECUTE FUNCTION keep_authorizations()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER authorizations_kept ON authorizations');
    await runner.query('DROP FUNCTION keep_authorizations()');
    for (const statement of SET_ASIDE) await runner.query(statement);
    await runner.query('ALTER TABLE authorizations DROP CONSTRAINT authorizations_pkey');
    await runner.query(
      `ALTER TABLE authorizations
         ADD PRIMARY KEY (tenant, chain_id, ipnft_id, minter, recipient, token_uri)`,
    );
  }
}

/** The schema of before has one signature of a request: the newest. The others stay written down beside it. */
const SET_ASIDE = [
  `CREATE TABLE authorizations_aside AS
   SELECT older.*, newest.sequence AS newest_sequence,
     EXISTS (SELECT FROM last_authorizations WHERE sequence = older.sequence) AS was_last
   FROM authorizations older JOIN LATERAL (
     SELECT max(same.sequence) AS sequence FROM authorizations same
     WHERE (same.tenant, same.chain_id, same.ipnft_id, same.minter, same.recipient, same.token_uri)
       = (older.tenant, older.chain_id, older.ipnft_id, older.minter, older.recipient, older.token_uri)
   ) newest ON newest.sequence > older.sequence`,
  `UPDATE last_authorizations SET sequence = aside.newest_sequence
   FROM authorizations_aside aside WHERE last_authorizations.sequence = aside.sequence`,
  'DELETE FROM authorizations USING authorizations_aside aside WHERE authorizations.sequence = aside.sequence',
];

const BRING_BACK = [
  // Of a schema that never was the former one again, nothing is aside.
  'CREATE TABLE IF NOT EXISTS authorizations_aside (LIKE authorizations, newest_sequence bigint, was_last boolean)',
  `INSERT INTO authorizations (${COLUMNS}) OVERRIDING SYSTEM VALUE SELECT ${COLUMNS} FROM authorizations_aside
   ON CONFLICT DO NOTHING`,
  // Unless another was asked for meanwhile.
  `UPDATE last_authorizations SET sequence = aside.sequence FROM authorizations_aside aside
   WHERE aside.was_last AND last_authorizations.sequence = aside.newest_sequence`,
  'DROP TABLE authorizations_aside',
];
