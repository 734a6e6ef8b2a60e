import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { Chains } from '../chain/chain.js';
import { type Description, Descriptions } from './descriptions.js';
import type { Flow } from '../flows/flow.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { Ledger } from '../ledger/ledger.js';
import type { PageOf } from '../flows/page-of.js';
import {
  requiredChain,
  requiredId,
  requiredPlace,
  requiredSymbol,
  type Maybe,
} from '../requests/requests.js';
import { stands, SymbolRegister } from '../symbols/symbols.js';

/** How sure it is that a block stays: seen, or behind the chain's own marks `safe` and `finalized`. */
export type Finality = 'SEEN' | 'SAFE' | 'FINALIZED';

interface OnChain {
  readonly chainId: number;
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly finality: Finality;
}

/** What is peculiar about an IP-NFT: `SYMBOL_CONFLICT` when its symbol was another's when its mint was read. */
export type IpnftFlag = 'SYMBOL_CONFLICT';

export const IPNFT_FLAGS: readonly IpnftFlag[] = ['SYMBOL_CONFLICT'];

export interface Ipnft extends OnChain {
  /** The chain and the token id (`globalId`): token ids are the same on every chain. */
  readonly id: string;
  readonly tokenId: string;
  readonly owner: string;
  readonly tokenUri: string;
  readonly symbol: string;
  /** Texts that the chain has otherwise (`chainText`). */
  readonly replacedTexts: readonly string[];
  readonly flags: readonly IpnftFlag[];
}

export interface IpToken extends OnChain {
  readonly address: string;
  readonly ipnftId: string;
  readonly emitter: string;
  readonly amountWei: string;
  readonly agreementCid: string;
  readonly name: string;
  readonly symbol: string;
  readonly replacedTexts: readonly string[];
}

export interface Reservation extends OnChain {
  /** The chain and the token id (`globalId`). */
  readonly id: string;
  readonly tokenId: string;
  readonly reserver: string;
}

/** A step in the life of an IP-NFT on the chain. */
export type IpnftEventKind = 'RESERVED' | 'MINTED' | 'TRANSFERRED' | 'TOKENIZED';

export interface IpnftEvent extends OnChain {
  readonly kind: IpnftEventKind;
  /** Who had it before; of a transfer only. */
  readonly from: string | null;
  /** Who reserved it, got it, or made its tokens. */
  readonly to: string;
}

export interface IpnftsQuery {
  readonly chainId: number;
  /** Only those with it. */
  readonly flag?: IpnftFlag | undefined;
  readonly limit: number;
  readonly after: readonly unknown[];
}

/** What the contracts' events tell, as far as they are indexed. */
export abstract class ChainIndex {
  abstract ipnft(chainId: number, id: string): Promise<Ipnft | undefined>;
  abstract reservation(chainId: number, id: string): Promise<Reservation | undefined>;
  abstract ipTokens(chainId: number, ipnftId: string): Promise<readonly IpToken[]>;
  /** The newest hundred, the oldest of them first. */
  abstract history(chainId: number, id: string): Promise<readonly IpnftEvent[]>;
  abstract pageOfIpnfts(wish: IpnftsQuery): Promise<PageOf<Ipnft>>;
}

export interface IpnftsRequest extends Pick<IpnftsQuery, 'limit' | 'after'> {
  readonly chainId: Maybe<number>;
  readonly flag: Maybe<string>;
}

export interface ChainItem {
  readonly id: Maybe<string>;
  readonly chainId: Maybe<number>;
}

/** Answers what is on the chain and how far the tenant's flows are. */
@Injectable()
export class Explorer {
  constructor(
    private readonly chains: Chains,
    private readonly ledger: Ledger,
    private readonly symbols: SymbolRegister,
    private readonly index: ChainIndex,
    private readonly descriptions: Descriptions,
  ) {}

  /** @throws {Problem} `NOT_FOUND` */
  async ipnft(caller: Caller, { id, chainId }: ChainItem): Promise<Ipnft> {
    const place = this.placeOf(caller, { id, chainId });
    return found(await this.index.ipnft(place.chainId, place.tokenId));
  }

  /** @throws {Problem} `NOT_FOUND` */
  async reservation(caller: Caller, { id, chainId }: ChainItem): Promise<Reservation> {
    const place = this.placeOf(caller, { id, chainId });
    return found(await this.index.reservation(place.chainId, place.tokenId));
  }

  /** Of an IP-NFT that was found for the caller. */
  async ipTokensOf({ chainId, tokenId }: Pick<Ipnft, 'chainId' | 'tokenId'>) {
    return await this.index.ipTokens(chainId, tokenId);
  }

  /** Of an IP-NFT that was found for the caller. */
  async historyOf({ chainId, tokenId }: Pick<Ipnft, 'chainId' | 'tokenId'>) {
    return await this.index.history(chainId, tokenId);
  }

  /** Of an IP-NFT that was found for the caller. */
  async descriptionOf({ tokenUri }: Pick<Ipnft, 'tokenUri'>): Promise<Description | undefined> {
    return await this.descriptions.of(tokenUri);
  }

  async ipTokens(caller: Caller, { id, chainId }: ChainItem): Promise<readonly IpToken[]> {
    const chain = this.chain(caller, chainId);
    return await this.index.ipTokens(chain.chainId, requiredId(id));
  }

  /** @throws {Problem} `INVALID_INPUT` for a flag that there is not */
  async ipnfts(caller: Caller, { chainId, flag, ...page }: IpnftsRequest): Promise<PageOf<Ipnft>> {
    const chain = this.chain(caller, chainId);
    return await this.index.pageOfIpnfts({
      ...page,
      chainId: chain.chainId,
      flag: optionalFlag(flag),
    });
  }

  /**
   * The flows of one IP-NFT: minting first, then tokenizing.
   *
   * @throws {Problem} `NOT_FOUND`, `INVALID_INPUT` for a chain that is not served
   */
  async flows(caller: Caller, { id, chainId }: ChainItem): Promise<readonly Flow[]> {
    caller.require('read');
    const isAny = chainId === null || chainId === undefined;
    if (!isAny) this.chain(caller, chainId);
    const flows = (await this.ledger.flows(caller.tenant, requiredId(id))).filter(
      (flow) => isAny || flow.chainId === chainId,
    );
    if (flows.length === 0) throw IPT_ERRORS.notFound();
    return flows;
  }

  async pageOfFlows(caller: Caller, limit: number, after: readonly unknown[]) {
    caller.require('read');
    return await this.ledger.pageOfFlows(caller.tenant, limit, after);
  }

  /** @throws {Problem} `INVALID_INPUT` for a symbol that is not alphanumeric, `CHAIN_UNAVAILABLE` */
  async symbolAvailable(
    caller: Caller,
    symbol: Maybe<string>,
    chainId: Maybe<number>,
  ): Promise<boolean> {
    const chain = this.chain(caller, chainId);
    const text = requiredSymbol(symbol, 'symbol');
    const holder = await this.symbols.holderOf(chain.chainId, text);
    return holder === undefined || !(await stands(chain, holder));
  }

  private placeOf(caller: Caller, { id, chainId }: ChainItem) {
    const place = requiredPlace(id, chainId);
    return { ...place, chainId: this.chain(caller, place.chainId).chainId };
  }

  private chain(caller: Caller, chainId: Maybe<number>) {
    caller.require('read');
    return requiredChain(this.chains, caller, chainId);
  }
}

function optionalFlag(flag: Maybe<string>): IpnftFlag | undefined {
  if (flag === null || flag === undefined) return undefined;
  const known = IPNFT_FLAGS.find((each) => each === flag);
  if (known !== undefined) return known;
  throw IPT_ERRORS.invalidInput({ message: `flag must be one of ${IPNFT_FLAGS.join(', ')}.` });
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw IPT_ERRORS.notFound();
  return value;
}
