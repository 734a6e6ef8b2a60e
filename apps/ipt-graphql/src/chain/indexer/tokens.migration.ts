import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transfers of tokens, and what each holder has by them. */
export class FollowTokens1763700000058 implements MigrationInterface {
  name = 'FollowTokens1763700000058';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX chain_events_by_token');
    await runner.query('DROP TABLE token_cursors, token_transfers, token_balances');
  }
}

const TABLES = [
  `CREATE TABLE token_cursors (
     chain_id integer PRIMARY KEY,
     block_number bigint NOT NULL
   )`,
  `CREATE TABLE token_transfers (
     chain_id integer NOT NULL,
     block_number bigint NOT NULL,
     log_index integer NOT NULL,
     token text NOT NULL,
     sender text NOT NULL,
     receiver text NOT NULL,
     amount numeric(78) NOT NULL,
     PRIMARY KEY (chain_id, block_number, log_index)
   )`,
  `CREATE TABLE token_balances (
     chain_id integer NOT NULL,
     token text NOT NULL,
     holder text NOT NULL,
     amount numeric NOT NULL,
     PRIMARY KEY (chain_id, token, holder)
   )`,
  'CREATE INDEX token_balances_by_amount ON token_balances (chain_id, token, amount DESC, holder) WHERE amount > 0',
  `CREATE INDEX chain_events_by_token ON chain_events (chain_id, (args ->> 'tokenContract'))
     WHERE name = 'TokensCreated'`,
];
