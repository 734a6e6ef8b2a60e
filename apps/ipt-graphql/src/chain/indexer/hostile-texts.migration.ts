import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts of the chain that are not safe to show as they are, and logs that do not decode as events. */
export class KeepHostileTexts1763700000053 implements MigrationInterface {
  name = 'KeepHostileTexts1763700000053';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE chain_events ADD COLUMN replaced text[] NOT NULL DEFAULT '{}'");
    await runner.query(`CREATE TABLE chain_texts (
       chain_id integer NOT NULL,
       block_number bigint NOT NULL,
       log_index integer NOT NULL,
       field text NOT NULL,
       bytes bytea NOT NULL,
       PRIMARY KEY (chain_id, block_number, log_index, field)
     )`);
    await runner.query(`CREATE TABLE chain_refusals (
       chain_id integer NOT NULL,
       block_number bigint NOT NULL,
       log_index integer NOT NULL,
       block_hash text NOT NULL,
       transaction_hash text NOT NULL,
       contract text NOT NULL,
       topic text NOT NULL,
       reason text NOT NULL,
       PRIMARY KEY (chain_id, block_number, log_index)
     )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE chain_texts, chain_refusals');
    await runner.query('ALTER TABLE chain_events DROP COLUMN replaced');
  }
}
