import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Symbols that the service could have given out (`SYMBOL`): of others, megabytes for instance, no index is kept. */
const isOurs = (event = ''): string =>
  `${event}name = 'IPNFTMinted' AND ${event}args ->> 'symbol' ~ '^[A-Za-z0-9]{1,20}$'`;

/** The symbol of a mint that `isOurs`, as symbols are compared. */
const symbolOf = (event = ''): string => `upper(${event}args ->> 'symbol')`;

/** For statements about mints; `event` is the name of the table there, with its dot. */
export const MINTED = { isOurs, symbolOf };

/** Symbols that come back: until when and by whom they are held, and mints of symbols that were another's. */
export class GiveSymbolsBack1763700000054 implements MigrationInterface {
  name = 'GiveSymbolsBack1763700000054';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW symbol_holds');
    await runner.query('DROP TABLE symbol_conflicts');
    await runner.query('DROP INDEX symbols_by_minter, chain_events_by_symbol');
    await runner.query('ALTER TABLE symbols DROP COLUMN minter, DROP COLUMN expires_at');
    await runner.query('ALTER TABLE symbols ADD COLUMN block_number bigint');
    await runner.query('ALTER TABLE symbols ALTER COLUMN tenant DROP NOT NULL');
    await runner.query(`INSERT INTO symbols (chain_id, symbol, tenant, ipnft_id, block_number)
      SELECT chain_id, ${symbolOf('event.')}, NULL, ipnft_id, block_number FROM chain_events event
      WHERE ${isOurs('event.')} ORDER BY block_number, log_index ON CONFLICT DO NOTHING`);
  }
}

const STATEMENTS = [
  // What is minted is read from the events themselves.
  'DELETE FROM symbols WHERE tenant IS NULL',
  'ALTER TABLE symbols DROP COLUMN block_number, ALTER COLUMN tenant SET NOT NULL',
  'ALTER TABLE symbols ADD COLUMN minter text, ADD COLUMN expires_at timestamptz',
  `UPDATE symbols held SET
     minter = (SELECT minter FROM authorizations a
       WHERE a.tenant = held.tenant AND a.chain_id = held.chain_id AND a.ipnft_id = held.ipnft_id
       ORDER BY sequence DESC LIMIT 1),
     expires_at = CASE WHEN ipnft_id::numeric >= 2::numeric ^ 128 THEN now() + interval '7 days' END`,
  `CREATE INDEX symbols_by_minter ON symbols (minter) WHERE expires_at IS NOT NULL`,
  `CREATE INDEX chain_events_by_symbol ON chain_events (chain_id, (${symbolOf()}), block_number, log_index)
     WHERE ${isOurs()}`,
  // A mint with the symbol binds it for good; one with another lets it go when no reorganization can undo it.
  `CREATE VIEW symbol_holds AS
     SELECT held.*,
       CASE WHEN ${symbolOf('mint.')} = held.symbol THEN 'MINTED'
            WHEN mint.block_number <= cursor.finalized_number THEN 'SPENT'
            WHEN held.expires_at <= now() THEN 'EXPIRED'
            ELSE 'HELD' END AS state
     FROM symbols held
     LEFT JOIN LATERAL (
       SELECT * FROM chain_events event
       WHERE event.chain_id = held.chain_id AND event.name = 'IPNFTMinted' AND event.ipnft_id = held.ipnft_id
       ORDER BY block_number, log_index LIMIT 1) mint ON true
     LEFT JOIN chain_cursors cursor ON cursor.chain_id = held.chain_id`,
  `CREATE TABLE symbol_conflicts (
     chain_id integer NOT NULL,
     block_number bigint NOT NULL,
     log_index integer NOT NULL,
     ipnft_id text NOT NULL,
     symbol text NOT NULL,
     holder_tenant text,
     holder_ipnft_id text NOT NULL,
     PRIMARY KEY (chain_id, block_number, log_index)
   )`,
  `INSERT INTO symbol_conflicts
     SELECT chain_id, block_number, log_index, ipnft_id, symbol, NULL, first
     FROM (SELECT event.*, ${symbolOf('event.')} AS symbol, first_value(ipnft_id) OVER (
             PARTITION BY chain_id, ${symbolOf('event.')} ORDER BY block_number, log_index) AS first
           FROM chain_events event WHERE ${isOurs('event.')}) mint
     WHERE ipnft_id <> first`,
];
