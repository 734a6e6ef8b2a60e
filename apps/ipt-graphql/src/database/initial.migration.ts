import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Flows, documents, uploads, symbols and authorizations; and what is indexed of the chains. */
export class CreateIpt1763700000050 implements MigrationInterface {
  name = 'CreateIpt1763700000050';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...OWN_TABLES, ...CHAIN_TABLES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE chain_events, chain_blocks, chain_cursors, authorizations, symbols, uploads, documents, flows',
    );
  }
}

const OWN_TABLES = [
  `CREATE TABLE flows (
     id uuid PRIMARY KEY,
     sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
     tenant text NOT NULL,
     chain_id integer NOT NULL,
     ipnft_id text NOT NULL,
     kind text NOT NULL CHECK (kind IN ('MINT', 'TOKENIZE')),
     step text NOT NULL,
     symbol text NOT NULL,
     wallet text,
     warning text,
     version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     UNIQUE (tenant, ipnft_id, chain_id, kind)
   )`,
  'CREATE INDEX flows_by_ipnft ON flows (chain_id, ipnft_id, kind)',
  'CREATE INDEX flows_by_tenant ON flows (tenant, sequence)',
  `CREATE TABLE documents (
     sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
     tenant text NOT NULL,
     chain_id integer NOT NULL,
     ipnft_id text NOT NULL,
     kind text NOT NULL,
     cid text NOT NULL,
     content_hash text NOT NULL,
     symbol text NOT NULL,
     companion_cid text NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (tenant, cid, kind, chain_id, ipnft_id)
   )`,
  'CREATE INDEX documents_by_hash ON documents (tenant, ipnft_id, content_hash)',
  `CREATE TABLE uploads (
     id uuid PRIMARY KEY,
     sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
     tenant text NOT NULL,
     ipnft_id text NOT NULL,
     key text NOT NULL,
     content_type text NOT NULL,
     expires_at timestamptz NOT NULL,
     stored_at timestamptz
   )`,
  'CREATE INDEX uploads_by_key ON uploads (tenant, ipnft_id, key)',
  `CREATE TABLE symbols (
     chain_id integer NOT NULL,
     symbol text NOT NULL CHECK (symbol = upper(symbol)),
     tenant text,
     ipnft_id text NOT NULL,
     block_number bigint,
     PRIMARY KEY (chain_id, symbol)
   )`,
  // One row for each authorization, which nothing changes or deletes: the audit of what was signed.
  `CREATE TABLE authorizations (
     sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
     tenant text NOT NULL,
     key_id text NOT NULL,
     chain_id integer NOT NULL,
     ipnft_id text NOT NULL,
     minter text NOT NULL,
     recipient text NOT NULL,
     token_uri text NOT NULL,
     symbol text NOT NULL,
     terms_signature text NOT NULL,
     signed_authorization text NOT NULL,
     signer text NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (tenant, chain_id, ipnft_id, minter, recipient, token_uri)
   )`,
];

const CHAIN_TABLES = [
  `CREATE TABLE chain_cursors (
     chain_id integer PRIMARY KEY,
     block_number bigint NOT NULL,
     safe_number bigint NOT NULL,
     finalized_number bigint NOT NULL
   )`,
  `CREATE TABLE chain_blocks (
     chain_id integer NOT NULL,
     number bigint NOT NULL,
     hash text NOT NULL,
     PRIMARY KEY (chain_id, number)
   )`,
  `CREATE TABLE chain_events (
     chain_id integer NOT NULL,
     block_number bigint NOT NULL,
     log_index integer NOT NULL,
     block_hash text NOT NULL,
     transaction_hash text NOT NULL,
     name text NOT NULL,
     ipnft_id text NOT NULL,
     args jsonb NOT NULL,
     PRIMARY KEY (chain_id, block_number, log_index)
   )`,
  'CREATE INDEX chain_events_by_ipnft ON chain_events (chain_id, name, ipnft_id, block_number, log_index)',
];
