import type { EntityManager } from 'typeorm';
import type { IndexedEvent } from '../contracts/event-decoder.js';
import { MINTED } from '../../symbols/symbols.migration.js';

/** A mint of a symbol that another IP-NFT had minted, or held, when the mint was read. */
export interface SymbolConflict {
  readonly ipnftId: string;
  readonly symbol: string;
  readonly holderIpnftId: string;
}

const CONFLICT = 'ipnft_id AS "ipnftId", symbol, holder_ipnft_id AS "holderIpnftId"';

const placesOf = (mints: readonly IndexedEvent[]) => [
  mints.map(({ blockNumber }) => blockNumber),
  mints.map(({ logIndex }) => logIndex),
];

/**
 * Compares mints, which are stored already, with what was taken before them. An authorization of the deployed contract neither
 * expires nor binds the symbol: both mints stay, and the later one is flagged.
 */
export async function flagConflicts(
  manager: EntityManager,
  chainId: number,
  mints: readonly IndexedEvent[],
): Promise<readonly SymbolConflict[]> {
  if (mints.length === 0) return [];
  return await manager.query<SymbolConflict[]>(
    `INSERT INTO symbol_conflicts
       (chain_id, block_number, log_index, ipnft_id, symbol, holder_tenant, holder_ipnft_id)
     SELECT event.chain_id, event.block_number, event.log_index, event.ipnft_id, ${MINTED.symbolOf('event.')},
       held.tenant, coalesce(earlier.ipnft_id, held.ipnft_id)
     FROM unnest($2::bigint[], $3::integer[]) AS place (block_number, log_index)
     JOIN chain_events event USING (block_number, log_index)
     LEFT JOIN LATERAL (
       SELECT ipnft_id FROM chain_events mint
       WHERE mint.chain_id = event.chain_id AND ${MINTED.symbolOf('mint.')} = ${MINTED.symbolOf('event.')}
         AND ${MINTED.isOurs('mint.')} AND mint.ipnft_id <> event.ipnft_id
         AND (mint.block_number, mint.log_index) < (event.block_number, event.log_index)
       ORDER BY mint.block_number, mint.log_index LIMIT 1) earlier ON true
     LEFT JOIN symbol_holds held ON held.chain_id = event.chain_id AND held.symbol = ${MINTED.symbolOf('event.')}
       AND held.state = 'HELD' AND held.ipnft_id <> event.ipnft_id
     WHERE event.chain_id = $1 AND ${MINTED.isOurs('event.')}
       AND coalesce(earlier.ipnft_id, held.ipnft_id) IS NOT NULL
     ON CONFLICT DO NOTHING
     RETURNING ${CONFLICT}`,
    [chainId, ...placesOf(mints)],
  );
}

/** Those of the events that are flagged. */
export async function conflictsIn(
  manager: EntityManager,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<readonly SymbolConflict[]> {
  const mints = events.filter(({ name }) => name === 'IPNFTMinted');
  if (mints.length === 0) return [];
  return await manager.query<SymbolConflict[]>(
    `SELECT ${CONFLICT} FROM symbol_conflicts
     JOIN unnest($2::bigint[], $3::integer[]) AS place (block_number, log_index) USING (block_number, log_index)
     WHERE chain_id = $1 ORDER BY block_number, log_index`,
    [chainId, ...placesOf(mints)],
  );
}
