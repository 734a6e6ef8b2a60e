import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { isProofOfIdea, Chains } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import type { PageOf } from '../flows/page-of.js';
import { requiredChain, requiredId, type Maybe } from '../requests/requests.js';
import { type SymbolHold, type SymbolOwner, SymbolRegister } from './symbols.js';

export interface SymbolRequest {
  readonly ipnftId: Maybe<string>;
  readonly chainId: Maybe<number>;
}

/** What tenants do with the symbols that their sign-offs took and nobody has minted yet. */
@Injectable()
export class SymbolService {
  constructor(
    private readonly chains: Chains,
    private readonly register: SymbolRegister,
  ) {}

  /**
   * A proof of idea holds its symbol as long as after a sign-off, from now on.
   *
   * @throws {Problem} `NOT_FOUND`, `INVALID_INPUT` for a reservation or a minted IP-NFT, `SYMBOL_ALREADY_TAKEN` when it has expired and
   *   somebody has minted it
   */
  async renew(caller: Caller, request: SymbolRequest): Promise<SymbolHold> {
    const owner = this.ownerOf(caller, request);
    if (!isProofOfIdea(owner.ipnftId)) {
      throw IPT_ERRORS.invalidInput({
        message: 'A reservation holds its symbol without an end: there is nothing to renew.',
      });
    }
    return (await this.register.renew(owner)) ?? (await this.refuse(owner));
  }

  /**
   * Gives a symbol back, so that another can be taken, or another IP-NFT can take it. What was authorized stays so: a contract
   * that does not bind the symbol lets it be minted all the same, which is then a conflict.
   *
   * @throws {Problem} `NOT_FOUND`, `INVALID_INPUT` when it is minted
   */
  async release(caller: Caller, request: SymbolRequest): Promise<SymbolHold> {
    const owner = this.ownerOf(caller, request);
    return (await this.register.release(owner)) ?? (await this.refuse(owner));
  }

  async page(
    caller: Caller,
    limit: number,
    after: readonly unknown[],
  ): Promise<PageOf<SymbolHold>> {
    caller.require('read');
    return await this.register.pageOfHolds(caller.tenant, limit, after);
  }

  private ownerOf(caller: Caller, { ipnftId, chainId }: SymbolRequest): SymbolOwner {
    caller.require('mint');
    const chain = requiredChain(this.chains, caller, chainId);
    return { tenant: caller.tenant, chainId: chain.chainId, ipnftId: requiredId(ipnftId) };
  }

  private async refuse(owner: SymbolOwner): Promise<never> {
    const hold = await this.register.holdOf(owner);
    if (hold === undefined) throw IPT_ERRORS.notFound();
    if (hold.state === 'EXPIRED') throw IPT_ERRORS.symbolTaken();
    throw IPT_ERRORS.invalidInput({ message: 'This IP-NFT is minted: its symbol is for good.' });
  }
}
