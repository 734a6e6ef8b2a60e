import { Injectable } from '@nestjs/common';
import { SymbolSettings } from './symbol.settings.js';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource, type EntityManager } from 'typeorm';
import { isProofOfIdea } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import type { PageOf } from '../flows/page-of.js';
import {
  otherSymbol,
  type SymbolHold,
  type SymbolHolder,
  type SymbolOwner,
  type SymbolRegister,
} from './symbols.js';
import type { SymbolClaim } from './symbols.js';
import { MINTED } from './symbols.migration.js';

const HOLD = `symbol, tenant, chain_id AS "chainId", ipnft_id AS "ipnftId", minter, state, expires_at AS "expiresAt"`;

/** The first mint of a symbol, else who holds it. */
const HOLDER = `
  SELECT tenant, ipnft_id AS "ipnftId", minter, "isMinted" FROM (
    SELECT held.tenant, event.ipnft_id, held.minter, true AS "isMinted", event.block_number, event.log_index
    FROM chain_events event LEFT JOIN symbols held ON held.chain_id = event.chain_id
      AND held.ipnft_id = event.ipnft_id AND held.symbol = ${MINTED.symbolOf('event.')}
    WHERE event.chain_id = $1 AND ${MINTED.symbolOf('event.')} = upper($2) AND ${MINTED.isOurs('event.')}
    UNION ALL
    SELECT tenant, ipnft_id, minter, false, NULL, NULL FROM symbol_holds
    WHERE chain_id = $1 AND symbol = upper($2) AND state = 'HELD'
  ) holder ORDER BY block_number NULLS LAST, log_index LIMIT 1`;

const OWNER = 'tenant = $1 AND chain_id = $2 AND ipnft_id = $3';

/** Keeps in PostgreSQL who holds which symbol; who has minted which is in the index of the chain. */
@Injectable()
export class PostgresSymbols implements SymbolRegister {
  readonly #prepared: PreparedStatements;

  constructor(
    private readonly source: DataSource,
    private readonly settings: SymbolSettings,
  ) {
    this.#prepared = new PreparedStatements(source);
  }

  async holderOf(chainId: number, symbol: string): Promise<SymbolHolder | undefined> {
    const [row] = await this.#prepared.rows<SymbolHolder>('holder of symbol', HOLDER, [
      chainId,
      symbol,
    ]);
    return row;
  }

  async holdOf(owner: SymbolOwner): Promise<SymbolHold | undefined> {
    const [hold] = await holdsOf(this.source.manager, owner);
    return hold;
  }

  renew(owner: SymbolOwner): Promise<SymbolHold | undefined> {
    return this.#change(owner, async (manager, hold) => {
      const { state, symbol, chainId } = hold;
      const isFree = state === 'HELD' || (await isUntaken(manager, hold));
      if (!isFree || hold.expiresAt === null) return;
      await this.#requireQuota(manager, hold);
      await manager.query(
        `UPDATE symbols SET expires_at = now() + make_interval(secs => $3) WHERE chain_id = $1 AND symbol = $2`,
        [chainId, symbol, this.settings.symbolHoldSeconds],
      );
      const [renewed] = await holdsOf(manager, owner);
      return renewed;
    });
  }

  release(owner: SymbolOwner): Promise<SymbolHold | undefined> {
    return this.#change(owner, async (manager, hold) => {
      if (hold.state === 'MINTED' || hold.state === 'SPENT') return;
      await manager.query('DELETE FROM symbols WHERE chain_id = $1 AND symbol = $2', [
        hold.chainId,
        hold.symbol,
      ]);
      return hold;
    });
  }

  async pageOfHolds(
    tenant: string,
    limit: number,
    [chainId = 0, symbol = '']: readonly unknown[],
  ): Promise<PageOf<SymbolHold>> {
    const rows = await this.source.query<SymbolHold[]>(
      `SELECT ${HOLD} FROM symbol_holds WHERE tenant = $1 AND (chain_id, symbol) > ($2, $3)
       ORDER BY chain_id, symbol LIMIT $4`,
      [tenant, chainId, symbol, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, next: rows.length > limit && last ? [last.chainId, last.symbol] : undefined };
  }

  /**
   * Takes the symbol of a sign-off in its transaction. Whoever wants the same symbol, a symbol for the same IP-NFT, or counts
   * in the same quota waits until it has committed.
   *
   * @throws {Problem} `SYMBOL_ALREADY_TAKEN`, `INVALID_INPUT` when the IP-NFT has taken another, `QUOTA_EXCEEDED`
   */
  async take(manager: EntityManager, request: SymbolClaim): Promise<void> {
    const { tenant, chainId, ipnftId, minter, symbol } = request;
    const isIdea = isProofOfIdea(ipnftId);
    await lock(manager, [...(isIdea ? quotaLocks(request) : []), ...locksOf(request, symbol)]);
    const isCounted = await requireFree(manager, request);
    if (isIdea && !isCounted) await this.#requireQuota(manager, request);
    await manager.query(
      `INSERT INTO symbols (chain_id, symbol, tenant, ipnft_id, minter, expires_at)
       VALUES ($1, upper($2), $3, $4, $5, now() + make_interval(secs => $6))
       ON CONFLICT (chain_id, symbol) DO UPDATE SET tenant = excluded.tenant, ipnft_id = excluded.ipnft_id,
         minter = excluded.minter, expires_at = excluded.expires_at`,
      [chainId, symbol, tenant, ipnftId, minter, isIdea ? this.settings.symbolHoldSeconds : null],
    );
  }

  /** @returns what the work does, while nobody else changes the hold; `undefined` where there is none */
  #change(
    owner: SymbolOwner,
    work: (manager: EntityManager, hold: SymbolHold) => Promise<SymbolHold | undefined>,
  ): Promise<SymbolHold | undefined> {
    return this.source.transaction(async (manager) => {
      const [found] = await holdsOf(manager, owner);
      if (found === undefined) return undefined;
      await lock(manager, [
        ...(found.expiresAt === null ? [] : quotaLocks(found)),
        ...locksOf(owner, found.symbol),
      ]);
      const hold = (await holdsOf(manager, owner)).find(({ symbol }) => symbol === found.symbol);
      return hold === undefined ? undefined : await work(manager, hold);
    });
  }

  /** Nobody reserves, or pays for, a proof of an idea: without a limit one key could take every symbol. */
  async #requireQuota(
    manager: EntityManager,
    { tenant, chainId, ipnftId, minter }: SymbolOwner & Pick<SymbolHold, 'minter'>,
  ): Promise<void> {
    const [counts] = await manager.query<{ ofTenant: number; ofWallet: number }[]>(
      `SELECT count(*) FILTER (WHERE tenant = $1)::integer AS "ofTenant",
         count(*) FILTER (WHERE minter = $2)::integer AS "ofWallet"
       FROM symbol_holds WHERE state = 'HELD' AND expires_at IS NOT NULL AND (tenant = $1 OR minter = $2)
         AND NOT (tenant = $1 AND chain_id = $3 AND ipnft_id = $4)`,
      [tenant, minter, chainId, ipnftId],
    );
    const { maxIdeasPerTenant: perTenant, maxIdeasPerWallet: perWallet } = this.settings;
    const { ofTenant = 0, ofWallet = 0 } = counts ?? {};
    if (ofTenant < perTenant && ofWallet < perWallet) return;
    const who = ofTenant < perTenant ? `wallet holds ${ofWallet}` : `tenant holds ${ofTenant}`;
    throw IPT_ERRORS.quotaExceeded({
      message: `The ${who} symbols for proofs of ideas that are not minted: mint or release one, or wait until one expires.`,
    });
  }
}

const holdsOf = (
  manager: EntityManager,
  { tenant, chainId, ipnftId }: SymbolOwner,
): Promise<SymbolHold[]> =>
  // Of those that were signed off when any number could be taken, the one that counts is first.
  manager.query<SymbolHold[]>(
    `SELECT ${HOLD} FROM symbol_holds WHERE ${OWNER} ORDER BY state = 'MINTED' DESC, state = 'HELD' DESC, symbol`,
    [tenant, chainId, ipnftId],
  );

/** Whether an expired symbol has been minted by nobody. */
async function isUntaken(manager: EntityManager, hold: SymbolHold): Promise<boolean> {
  if (hold.state !== 'EXPIRED') return false;
  const holders = await manager.query<SymbolHolder[]>(HOLDER, [hold.chainId, hold.symbol]);
  return holders.length === 0;
}

const isSame = (holder: SymbolHolder, lapsed: SymbolHolder | undefined): boolean =>
  !holder.isMinted && holder.tenant === lapsed?.tenant && holder.ipnftId === lapsed.ipnftId;

/** @returns whether the IP-NFT has the symbol already, by the same wallet; what it had, and has expired, it has no more */
async function requireFree(manager: EntityManager, request: SymbolClaim): Promise<boolean> {
  const { tenant, chainId, ipnftId, minter, symbol, lapsed } = request;
  const [holder] = await manager.query<SymbolHolder[]>(HOLDER, [chainId, symbol]);
  if (holder?.tenant === tenant && holder.ipnftId === ipnftId) return holder.minter === minter;
  if (holder !== undefined && !isSame(holder, lapsed)) throw IPT_ERRORS.symbolTaken();
  const own = await holdsOf(manager, request);
  const other = own.find((hold) => hold.state === 'HELD');
  if (other !== undefined) throw otherSymbol(other.symbol);
  const expired = own.filter(({ state }) => state === 'EXPIRED').map((hold) => hold.symbol);
  if (expired.length > 0) {
    await manager.query('DELETE FROM symbols WHERE chain_id = $1 AND symbol = ANY ($2)', [
      chainId,
      expired,
    ]);
  }
  return false;
}

const quotaLocks = ({ tenant, minter }: Pick<SymbolHold, 'tenant' | 'minter'>): string[] => [
  `ideas of ${tenant}`,
  `ideas by ${minter ?? ''}`,
];

/** In one order, wherever they are taken: quotas, the IP-NFT, the symbol. */
const locksOf = ({ tenant, chainId, ipnftId }: SymbolOwner, symbol: string): string[] => [
  `symbol of ${tenant}/${chainId}/${ipnftId}`,
  symbolLock(chainId, symbol),
];

const symbolLock = (chainId: number, symbol: string): string =>
  `symbol ${chainId}/${symbol.toUpperCase()}`;

/** Nobody takes, renews or releases a symbol until the transaction ends. */
export const lockSymbol = (manager: EntityManager, chainId: number, symbol: string) =>
  lock(manager, [symbolLock(chainId, symbol)]);

/** Until the transaction ends. */
async function lock(manager: EntityManager, names: readonly string[]): Promise<void> {
  await manager.query(
    'SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name',
    [names],
  );
}
