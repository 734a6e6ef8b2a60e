import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { Chains } from '../chain/chain.js';
import type { Ipnft } from './explorer.js';
import type { Flow, FlowKind } from '../flows/flow.js';
import {
  requiredAddress,
  requiredChain,
  requiredSymbol,
  type Maybe,
} from '../requests/requests.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';

/** One of a list, and where it stands in it. */
export interface Placed<T> {
  readonly node: T;
  readonly position: readonly (string | number)[];
}

export interface Slice<T> {
  /** In the order of the list, from whichever end they were counted. */
  readonly items: readonly Placed<T>[];
  /** Whether the window has more than its limit. */
  readonly hasMore: boolean;
}

/** Which IP-NFTs are looked for; what is absent does not matter. */
export interface IpnftFilter {
  readonly chainId: number;
  readonly owner: string | undefined;
  /** In capital letters, as symbols are compared. */
  readonly symbol: string | undefined;
}

export interface FlowFilter {
  readonly tenant: string;
  readonly chainId: number | undefined;
  readonly kind: FlowKind | undefined;
  readonly symbol: string | undefined;
}

/** Which part of a list: between two places, and as many of it as `limit`, from its beginning or from its end. */
export interface Window {
  readonly limit: number;
  /** Empty when there is no such bound. */
  readonly after: readonly unknown[];
  readonly before: readonly unknown[];
  readonly isFromEnd: boolean;
}

/** Lists that can be filtered and counted, the oldest first. */
export abstract class SearchIndex {
  abstract ipnfts(filter: IpnftFilter, window: Window): Promise<Slice<Ipnft>>;
  abstract countIpnfts(filter: IpnftFilter): Promise<number>;
  abstract flows(filter: FlowFilter, window: Window): Promise<Slice<Flow>>;
  abstract countFlows(filter: FlowFilter): Promise<number>;
}

export interface IpnftSearch {
  readonly chainId?: Maybe<number>;
  readonly owner?: Maybe<string>;
  readonly symbol?: Maybe<string>;
}

export interface FlowSearch {
  readonly chainId?: Maybe<number>;
  readonly kind?: Maybe<string>;
  readonly symbol?: Maybe<string>;
}

const KINDS: readonly FlowKind[] = ['MINT', 'TOKENIZE'];

/** Finds IP-NFTs and flows. */
@Injectable()
export class Search {
  constructor(
    private readonly chains: Chains,
    private readonly index: SearchIndex,
  ) {}

  /** @throws {Problem} `FORBIDDEN`, `INVALID_INPUT` */
  ipnftFilter(caller: Caller, { chainId, owner, symbol }: IpnftSearch): IpnftFilter {
    caller.require('read');
    return {
      chainId: requiredChain(this.chains, caller, chainId).chainId,
      owner: isAbsent(owner) ? undefined : requiredAddress(owner, 'owner'),
      symbol: symbolOf(symbol),
    };
  }

  /** @throws {Problem} `FORBIDDEN`, `INVALID_INPUT` */
  flowFilter(caller: Caller, { chainId, kind, symbol }: FlowSearch): FlowFilter {
    caller.require('read');
    const known = KINDS.find((each) => each === kind);
    if (!isAbsent(kind) && known === undefined) {
      throw IPT_ERRORS.invalidInput({ message: `kind must be one of ${KINDS.join(', ')}.` });
    }
    return {
      tenant: caller.tenant,
      chainId: isAbsent(chainId) ? undefined : requiredChain(this.chains, caller, chainId).chainId,
      kind: known,
      symbol: symbolOf(symbol),
    };
  }

  ipnfts(filter: IpnftFilter, window: Window): Promise<Slice<Ipnft>> {
    return this.index.ipnfts(filter, window);
  }

  countIpnfts(filter: IpnftFilter): Promise<number> {
    return this.index.countIpnfts(filter);
  }

  flows(filter: FlowFilter, window: Window): Promise<Slice<Flow>> {
    return this.index.flows(filter, window);
  }

  countFlows(filter: FlowFilter): Promise<number> {
    return this.index.countFlows(filter);
  }
}

const isAbsent = <T>(value: Maybe<T>): value is null | undefined =>
  value === null || value === undefined;

const symbolOf = (symbol: Maybe<string>): string | undefined =>
  isAbsent(symbol) ? undefined : requiredSymbol(symbol, 'symbol').toUpperCase();
