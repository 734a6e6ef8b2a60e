import type { EntityManager } from 'typeorm';
import { otherSymbol } from '../../domain/agreements.js';
import { IPT_ERRORS } from '../../domain/ipt-errors.js';
import type { AuthorizationRecord, SymbolHolder } from '../../domain/ledger.js';

type Owner = Pick<AuthorizationRecord, 'tenant' | 'chainId' | 'ipnftId'>;

/** One, but for IP-NFTs that were signed off when any number could be taken. */
export async function symbolsOf(
  manager: EntityManager,
  { tenant, chainId, ipnftId }: Owner,
): Promise<readonly string[]> {
  const rows = await manager.query<{ symbol: string }[]>(
    'SELECT symbol FROM symbols WHERE tenant = $1 AND chain_id = $2 AND ipnft_id = $3',
    [tenant, chainId, ipnftId],
  );
  return rows.map(({ symbol }) => symbol);
}

/** Of two that want the same symbol at once, or two symbols for one IP-NFT, the second waits for the first to commit. */
export async function takeSymbol(
  manager: EntityManager,
  request: Owner & Pick<AuthorizationRecord, 'symbol'>,
): Promise<void> {
  const { tenant, chainId, ipnftId, symbol } = request;
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `symbol of ${tenant}/${chainId}/${ipnftId}`,
  ]);
  const own = await symbolsOf(manager, request);
  // What is there stays as it is, and is locked and answered.
  const [holder] = await manager.query<SymbolHolder[]>(
    `INSERT INTO symbols AS held (chain_id, symbol, tenant, ipnft_id) VALUES ($1, upper($2), $3, $4)
     ON CONFLICT (chain_id, symbol) DO UPDATE SET symbol = held.symbol
     RETURNING tenant, ipnft_id AS "ipnftId"`,
    [chainId, symbol, tenant, ipnftId],
  );
  if (holder?.tenant !== tenant || holder.ipnftId !== ipnftId) throw IPT_ERRORS.symbolTaken();
  const [other] = own;
  // What was inserted is rolled back.
  if (other !== undefined && !own.includes(symbol.toUpperCase())) throw otherSymbol(other);
}
