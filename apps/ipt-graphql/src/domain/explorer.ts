import type { Caller } from './caller.js';
import type { Chains } from './chain.js';
import type { Flow } from './flow.js';
import { IPT_ERRORS } from './ipt-errors.js';
import type { Ledger, PageOf } from './ledger.js';
import { requiredChain, requiredId, requiredSymbol, type Maybe } from './requests.js';

/** How sure it is that a block stays: seen, or behind the chain's own marks `safe` and `finalized`. */
export type Finality = 'SEEN' | 'SAFE' | 'FINALIZED';

interface OnChain {
  readonly chainId: number;
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly finality: Finality;
}

export interface Ipnft extends OnChain {
  readonly id: string;
  readonly owner: string;
  readonly tokenUri: string;
  readonly symbol: string;
  /** Texts that the chain has otherwise (`chainText`). */
  readonly replacedTexts: readonly string[];
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
  readonly id: string;
  readonly reserver: string;
}

/** What the contracts' events tell, as far as they are indexed. */
export interface ChainIndex {
  ipnft(chainId: number, id: string): Promise<Ipnft | undefined>;
  reservation(chainId: number, id: string): Promise<Reservation | undefined>;
  ipTokens(chainId: number, ipnftId: string): Promise<readonly IpToken[]>;
  pageOfIpnfts(chainId: number, limit: number, after: readonly unknown[]): Promise<PageOf<Ipnft>>;
}

export interface ExplorerUses {
  readonly chains: Chains;
  readonly ledger: Ledger;
  readonly index: ChainIndex;
}

export interface ChainItem {
  readonly id: Maybe<string>;
  readonly chainId: Maybe<number>;
}

/** Answers what is on the chain and how far the tenant's flows are. */
export class Explorer {
  constructor(private readonly uses: ExplorerUses) {}

  /** @throws {Problem} `NOT_FOUND` */
  async ipnft(caller: Caller, { id, chainId }: ChainItem): Promise<Ipnft> {
    const chain = this.chain(caller, chainId);
    return found(await this.uses.index.ipnft(chain.chainId, requiredId(id, 'id')));
  }

  /** @throws {Problem} `NOT_FOUND` */
  async reservation(caller: Caller, { id, chainId }: ChainItem): Promise<Reservation> {
    const chain = this.chain(caller, chainId);
    return found(await this.uses.index.reservation(chain.chainId, requiredId(id, 'id')));
  }

  /** Of an IP-NFT that was found for the caller. */
  async ipTokensOf({ chainId, id }: Pick<Ipnft, 'chainId' | 'id'>): Promise<readonly IpToken[]> {
    return await this.uses.index.ipTokens(chainId, id);
  }

  async ipTokens(caller: Caller, { id, chainId }: ChainItem): Promise<readonly IpToken[]> {
    const chain = this.chain(caller, chainId);
    return await this.uses.index.ipTokens(chain.chainId, requiredId(id));
  }

  async ipnfts(
    caller: Caller,
    chainId: Maybe<number>,
    page: { readonly limit: number; readonly after: readonly unknown[] },
  ): Promise<PageOf<Ipnft>> {
    const chain = this.chain(caller, chainId);
    return await this.uses.index.pageOfIpnfts(chain.chainId, page.limit, page.after);
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
    const flows = (await this.uses.ledger.flows(caller.tenant, requiredId(id))).filter(
      (flow) => isAny || flow.chainId === chainId,
    );
    if (flows.length === 0) throw IPT_ERRORS.notFound();
    return flows;
  }

  async pageOfFlows(caller: Caller, limit: number, after: readonly unknown[]) {
    caller.require('read');
    return await this.uses.ledger.pageOfFlows(caller.tenant, limit, after);
  }

  /** @throws {Problem} `INVALID_INPUT` for a symbol that is not alphanumeric */
  async symbolAvailable(
    caller: Caller,
    symbol: Maybe<string>,
    chainId: Maybe<number>,
  ): Promise<boolean> {
    const chain = this.chain(caller, chainId);
    const text = requiredSymbol(symbol, 'symbol');
    return (await this.uses.ledger.holderOfSymbol(chain.chainId, text)) === undefined;
  }

  private chain(caller: Caller, chainId: Maybe<number>) {
    caller.require('read');
    return requiredChain(this.uses.chains, caller, chainId);
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw IPT_ERRORS.notFound();
  return value;
}
