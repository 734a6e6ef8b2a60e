import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { Chains } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { requiredAddress, requiredChain, type Maybe } from '../requests/requests.js';
import type { Slice, Window } from '../explorer/search.js';

/** Who has how many of an IP-NFT's ERC-20 tokens. */
export interface TokenHolder {
  readonly holder: string;
  readonly amountWei: string;
}

export interface HeldToken {
  readonly chainId: number;
  /** Of the ERC-20 contract. */
  readonly token: string;
}

/** Holders as the transfers that are indexed make them, those with the most first. */
export abstract class HolderIndex {
  /** Whether the Tokenizer made it. */
  abstract isKnown(token: HeldToken): Promise<boolean>;
  abstract holders(token: HeldToken, window: Window): Promise<Slice<TokenHolder>>;
  abstract countHolders(token: HeldToken): Promise<number>;
}

/** Tells who holds the tokens of IP-NFTs. */
@Injectable()
export class HolderService {
  constructor(
    private readonly chains: Chains,
    private readonly index: HolderIndex,
  ) {}

  /** @throws {Problem} `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND` */
  async token(caller: Caller, chain: Maybe<number>, address: Maybe<string>): Promise<HeldToken> {
    caller.require('read');
    const { chainId } = requiredChain(this.chains, caller, chain);
    const token = { chainId, token: requiredAddress(address, 'address') };
    if (await this.index.isKnown(token)) return token;
    throw IPT_ERRORS.notFound({ message: 'There are no tokens of an IP-NFT at this address.' });
  }

  holders(token: HeldToken, window: Window): Promise<Slice<TokenHolder>> {
    return this.index.holders(token, window);
  }

  countHolders(token: HeldToken): Promise<number> {
    return this.index.countHolders(token);
  }
}
