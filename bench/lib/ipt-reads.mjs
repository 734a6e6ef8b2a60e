/**
 * The reads of ipt-graphql with the SQL that each of them runs, for bare Apollo to run the same: what both answer has the
 * same members, so that one query serves both.
 */
const EVENTS = `
  SELECT event.chain_id AS "chainId", event.ipnft_id AS "ipnftId", event.transaction_hash AS "transactionHash",
    event.block_number AS "blockNumber", event.log_index AS "logIndex", event.args, event.replaced,
    CASE WHEN event.block_number <= cursor.finalized_number THEN 'FINALIZED'
         WHEN event.block_number <= cursor.safe_number THEN 'SAFE' ELSE 'SEEN' END AS finality,
    (SELECT args ->> 'to' FROM chain_events transfer
     WHERE transfer.chain_id = event.chain_id AND transfer.name = 'Transfer'
       AND transfer.ipnft_id = event.ipnft_id
     ORDER BY block_number DESC, log_index DESC LIMIT 1) AS owner,
    conflict.chain_id IS NOT NULL AS "isConflict"
  FROM chain_events event JOIN chain_cursors cursor ON cursor.chain_id = event.chain_id
    LEFT JOIN symbol_conflicts conflict ON conflict.chain_id = event.chain_id
      AND conflict.block_number = event.block_number AND conflict.log_index = event.log_index`;
const EVENTS_OF = `${EVENTS} WHERE event.name = $1
   AND (event.chain_id, event.ipnft_id) IN (SELECT * FROM unnest($2::integer[], $3::text[]))
 ORDER BY event.block_number, event.log_index`;
const HOLDER = `
  SELECT tenant, ipnft_id AS "ipnftId", minter, "isMinted" FROM (
    SELECT held.tenant, event.ipnft_id, held.minter, true AS "isMinted", event.block_number, event.log_index
    FROM chain_events event LEFT JOIN symbols held ON held.chain_id = event.chain_id
      AND held.ipnft_id = event.ipnft_id AND held.symbol = upper(event.args ->> 'symbol')
    WHERE event.chain_id = $1 AND upper(event.args ->> 'symbol') = upper($2)
      AND event.name = 'IPNFTMinted' AND event.args ->> 'symbol' ~ '^[A-Za-z0-9]{1,20}$'
    UNION ALL
    SELECT tenant, ipnft_id, minter, false, NULL, NULL FROM symbol_holds
    WHERE chain_id = $1 AND symbol = upper($2) AND state = 'HELD'
  ) holder ORDER BY block_number NULLS LAST, log_index LIMIT 1`;
const FLOW = `id, sequence, tenant, chain_id AS "chainId", ipnft_id AS "ipnftId", kind, step, symbol, wallet, warning,
  updated_at AS "updatedAt"`;
const TENANT = 'default';

const shown = (row) => ({ ...row, ...row.args, tokenId: row.ipnftId });
const moved = (row) => ({ ...row, state: row.step, step: 9, next: null });

/** The type of all results in bare Apollo. */
export const BARE_TYPES = `
  type Item { tokenId: String ipnftId: String owner: String tokenURI: String symbol: String finality: String
    reserver: String tokenContract: String amount: String state: String step: Int next: String }
  type Result { isSuccess: Boolean! available: Boolean cursor: String
    ipnft: Item reservation: Item ipTokens: [Item!] flows: [Item!] ipnfts: [Item!] }
  type Query {
    symbolAvailable(symbol: String, chainId: Int): Result!
    ipnft(id: String, chainId: Int): Result!
    reservation(id: String, chainId: Int): Result!
    ipTokens(ipnftId: String, chainId: Int): Result!
    ipnfts(chainId: Int, first: Int): Result!
    flow(ipnftId: String, chainId: Int): Result!
    flows(first: Int): Result!
  }`;

/** What each read asks PostgreSQL, and the answer that bare Apollo makes of the rows. */
export const READS = {
  symbolAvailable: {
    sql: HOLDER,
    values: ({ chainId, symbol }) => [chainId, symbol],
    answer: (rows) => ({ available: rows.length === 0 }),
  },
  ipnft: {
    sql: EVENTS_OF,
    values: ({ chainId, id }) => ['IPNFTMinted', [chainId], [id]],
    answer: ([row]) => ({ ipnft: shown(row) }),
  },
  reservation: {
    sql: EVENTS_OF,
    values: ({ chainId, id }) => ['Reserved', [chainId], [id]],
    answer: ([row]) => ({ reservation: shown(row) }),
  },
  ipTokens: {
    sql: EVENTS_OF,
    values: ({ chainId, ipnftId }) => ['TokensCreated', [chainId], [ipnftId]],
    answer: (rows) => ({ ipTokens: rows.map(shown) }),
  },
  ipnfts: {
    sql: `${EVENTS} WHERE event.chain_id = $1 AND event.name = 'IPNFTMinted'
         AND (event.block_number, event.log_index) > ($2, $3)
       ORDER BY event.block_number, event.log_index LIMIT $4`,
    values: ({ chainId, first }) => [chainId, -1, -1, first + 1],
    answer: (rows) => ({ ipnfts: rows.map(shown) }),
  },
  flow: {
    sql: `SELECT ${FLOW} FROM flows WHERE tenant = $1 AND ipnft_id = $2 ORDER BY chain_id, kind`,
    values: ({ ipnftId }) => [TENANT, ipnftId],
    answer: (rows) => ({ flows: rows.map(moved) }),
  },
  flows: {
    sql: `SELECT ${FLOW} FROM flows WHERE tenant = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
    values: ({ first }) => [TENANT, 0, first + 1],
    answer: (rows) => ({ flows: rows.slice(0, 20).map(moved) }),
  },
};
