import { isProofOfIdea, type Chain } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import type { PageOf } from '../flows/page-of.js';

/**
 * What has become of a symbol that a sign-off took: `MINTED` is for good, `EXPIRED` may be taken by anybody, and so may
 * `SPENT`, whose IP-NFT was minted with another symbol, finally.
 */
export type SymbolState = 'HELD' | 'EXPIRED' | 'MINTED' | 'SPENT';

/** An IP-NFT of a tenant. */
export interface SymbolOwner {
  readonly tenant: string;
  readonly chainId: number;
  readonly ipnftId: string;
}

/** A symbol that a sign-off took; an IP-NFT of a tenant has one. */
export interface SymbolHold extends SymbolOwner {
  /** Upper-cased. */
  readonly symbol: string;
  /** `null` for what was taken before it was written down. */
  readonly minter: string | null;
  readonly state: SymbolState;
  /** Until when a proof of idea holds it; `null` for reservations, which hold it while the chain knows them. */
  readonly expiresAt: Date | null;
}

/** Whose a symbol is. */
export interface SymbolHolder {
  /** `null`: it was minted without this service. */
  readonly tenant: string | null;
  readonly ipnftId: string;
  readonly minter: string | null;
  readonly isMinted: boolean;
}

/** What a sign-off says of the symbol that it takes. */
export interface SymbolClaim {
  readonly tenant: string;
  readonly keyId: string;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly minter: string;
  readonly symbol: string;
  /** Who held the symbol and has lost the reservation. */
  readonly lapsed?: SymbolHolder | undefined;
}

/** The symbols of a chain: those that sign-offs hold, and those that are minted, by whomever. */
export abstract class SymbolRegister {
  /** Whose a symbol is: the first mint's, else the hold's; `undefined` when it is free. */
  abstract holderOf(chainId: number, symbol: string): Promise<SymbolHolder | undefined>;
  /** What an IP-NFT of a tenant has taken, whatever has become of it. */
  abstract holdOf(owner: SymbolOwner): Promise<SymbolHold | undefined>;
  /** @returns the hold with its new end; `undefined` when there is none, or none that can be renewed */
  abstract renew(owner: SymbolOwner): Promise<SymbolHold | undefined>;
  /** @returns what was released; `undefined` when there is none, or when it is minted */
  abstract release(owner: SymbolOwner): Promise<SymbolHold | undefined>;
  abstract pageOfHolds(
    tenant: string,
    limit: number,
    after: readonly unknown[],
  ): Promise<PageOf<SymbolHold>>;
}

export interface SymbolQuestion extends SymbolOwner {
  readonly symbol: string;
}

/**
 * Only reports: the symbol is taken by the sign-off, one for each IP-NFT of a tenant.
 *
 * @returns a holder that has lost its reservation: the symbol may be taken from it
 * @throws {Problem} `SYMBOL_ALREADY_TAKEN`, `INVALID_INPUT` when the IP-NFT has taken another, `CHAIN_UNAVAILABLE`
 */
export async function requireFreeSymbol(
  register: SymbolRegister,
  chain: Chain,
  question: SymbolQuestion,
): Promise<SymbolHolder | undefined> {
  const { tenant, ipnftId, symbol } = question;
  const holder = await register.holderOf(chain.chainId, symbol);
  if (holder?.tenant === tenant && holder.ipnftId === ipnftId) return undefined;
  if (holder !== undefined && (await stands(chain, holder))) throw IPT_ERRORS.symbolTaken();
  const own = await register.holdOf(question);
  if (own?.state === 'HELD' && own.symbol !== symbol.toUpperCase()) throw otherSymbol(own.symbol);
  return holder;
}

/** Whether nobody may take a symbol from its holder: a reservation holds it only while the chain knows it. */
export async function stands(chain: Chain, holder: SymbolHolder): Promise<boolean> {
  const { isMinted, ipnftId, minter } = holder;
  if (isMinted || minter === null || isProofOfIdea(ipnftId)) return true;
  if ((await chain.reserverOf(ipnftId)) === minter) return true;
  // It was minted just now, and the index has yet to see it.
  return (await chain.ownerOf(ipnftId)) !== undefined;
}

/** Refuses a second symbol: whoever may take any number of them keeps them from everybody else. */
export const otherSymbol = (own: string): Error =>
  IPT_ERRORS.invalidInput({
    message: `This IP-NFT was signed off with the symbol ${own}: give it back with releaseSymbol to take another.`,
  });
