import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Another key signs the same again; and what was signed stays written down, whoever may write here. */
export class KeepSignatures1763700000057 implements MigrationInterface {
  name = 'KeepSignatures1763700000057';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE authorizations DROP CONSTRAINT authorizations_pkey');
    await runner.query(
      `ALTER TABLE authorizations
         ADD PRIMARY KEY (tenant, chain_id, ipnft_id, minter, recipient, token_uri, signer)`,
    );
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
    await runner.query('ALTER TABLE authorizations DROP CONSTRAINT authorizations_pkey');
    await runner.query(
      `ALTER TABLE authorizations
         ADD PRIMARY KEY (tenant, chain_id, ipnft_id, minter, recipient, token_uri)`,
    );
  }
}
