import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which authorization was asked for last, the wallets of agreements, and symbols by their IP-NFT. */
export class AgreeOnMints1763700000052 implements MigrationInterface {
  name = 'AgreeOnMints1763700000052';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE last_authorizations (
       tenant text,
       chain_id integer,
       ipnft_id text,
       sequence bigint NOT NULL REFERENCES authorizations (sequence),
       PRIMARY KEY (tenant, chain_id, ipnft_id)
     )`);
    await runner.query('ALTER TABLE documents ADD COLUMN wallet text');
    await runner.query('CREATE INDEX symbols_by_ipnft ON symbols (tenant, chain_id, ipnft_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX symbols_by_ipnft');
    await runner.query('ALTER TABLE documents DROP COLUMN wallet');
    await runner.query('DROP TABLE last_authorizations');
  }
}
