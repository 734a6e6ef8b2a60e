import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wallets that people have shown to be theirs, and the nonces of the messages by which they do. */
export class LinkWallets1763700000071 implements MigrationInterface {
  name = 'LinkWallets1763700000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE wallet_nonces (
       nonce text PRIMARY KEY,
       subject text NOT NULL,
       expires_at timestamptz NOT NULL
     )`);
    await runner.query(
      'CREATE INDEX wallet_nonces_by_subject ON wallet_nonces (subject, expires_at)',
    );
    await runner.query('CREATE INDEX wallet_nonces_by_end ON wallet_nonces (expires_at)');
    await runner.query(`CREATE TABLE linked_wallets (
       subject text NOT NULL,
       address text NOT NULL,
       chain_id integer NOT NULL,
       is_contract boolean NOT NULL,
       linked_at timestamptz NOT NULL DEFAULT now(),
       PRIMARY KEY (subject, address, chain_id)
     )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE linked_wallets, wallet_nonces');
  }
}
