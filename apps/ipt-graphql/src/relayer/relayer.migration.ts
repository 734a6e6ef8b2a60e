import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transactions of Safes that are relayed, and what was signed for each. */
export class RelayTransactions1763700000075 implements MigrationInterface {
  name = 'RelayTransactions1763700000075';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE relay_attempts, relayed_transactions');
  }
}

const STATEMENTS = [
  `CREATE TABLE relayed_transactions (
     id uuid PRIMARY KEY,
     sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
     tenant text NOT NULL,
     idempotency_key text NOT NULL,
     body_hash text NOT NULL,
     chain_id integer NOT NULL,
     safe text NOT NULL,
     safe_nonce numeric NOT NULL,
     call text NOT NULL CHECK (call IN ('RESERVE', 'MINT', 'TOKENIZE')),
     transaction jsonb NOT NULL,
     signatures text NOT NULL,
     safe_tx_hash text NOT NULL,
     state text NOT NULL DEFAULT 'QUEUED'
       CHECK (state IN ('QUEUED', 'SUBMITTED', 'MINED', 'FINALIZED', 'FAILED')),
     reason text,
     problem text,
     account text,
     nonce bigint,
     gas_limit numeric NOT NULL,
     reserved_wei numeric NOT NULL,
     transaction_hash text,
     block_number bigint,
     cancel_reason text,
     lost_block bigint,
     is_settled boolean NOT NULL DEFAULT false,
     is_loss boolean NOT NULL DEFAULT false,
     next_at timestamptz NOT NULL DEFAULT now(),
     claimed_until timestamptz,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     UNIQUE (tenant, idempotency_key),
     UNIQUE (chain_id, account, nonce)
   )`,
  // Two would be executed in turn: the second one fails, at the cost of the relayer.
  `CREATE UNIQUE INDEX relayed_safe_nonces ON relayed_transactions (chain_id, safe, safe_nonce)
   WHERE state IN ('QUEUED', 'SUBMITTED', 'MINED')`,
  'CREATE INDEX relayed_due ON relayed_transactions (next_at) WHERE NOT is_settled',
  `CREATE INDEX relayed_pending ON relayed_transactions (tenant, chain_id)
   WHERE state IN ('QUEUED', 'SUBMITTED')`,
  'CREATE INDEX relayed_losses ON relayed_transactions (tenant, chain_id, updated_at) WHERE is_loss',
  'CREATE INDEX relayed_by_tenant ON relayed_transactions (tenant, sequence)',
  `CREATE TABLE relay_attempts (
     sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     relay_id uuid NOT NULL REFERENCES relayed_transactions (id),
     kind text NOT NULL CHECK (kind IN ('EXECUTE', 'CANCEL')),
     hash text NOT NULL UNIQUE,
     raw text NOT NULL,
     max_fee_wei numeric NOT NULL,
     tip_wei numeric NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX relay_attempts_of ON relay_attempts (relay_id, sequence)',
];
