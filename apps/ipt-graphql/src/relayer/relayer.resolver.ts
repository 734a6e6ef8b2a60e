import { CursorKey } from '../graphql/cursor-key.js';
import {
  Args,
  Context,
  Int,
  Mutation,
  Parent,
  Query,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { RelayerService } from './relayer-service.js';
import type { Relay } from './relayer.js';
import type { Window } from '../explorer/search.js';
import { connectionPage, EMPTY, TOTAL } from '../explorer/connection-pages.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import {
  RelayedTransactionArgs,
  RelayedTransactionConnection,
  RelayedTransactionConnectionArgs,
  RelayedTransactionResult,
  RelayerArgs,
  RelayerResult,
  RelaySafeTransactionArgs,
  type RelayedTransaction,
} from './relayer-results.js';

/** Transactions of Safes that the service sends. */
@Resolver()
export class RelayerResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly service: RelayerService,
    private readonly cursorKey: CursorKey,
  ) {}

  @Mutation(() => RelayedTransactionResult, {
    description:
      'Sends what the owners of a Safe have signed (execTransaction), where there is a relayer; the Safe pays for the gas.',
  })
  relaySafeTransaction(@Context() context: IptContext, @Args() request: RelaySafeTransactionArgs) {
    return this.inBand.run('relaySafeTransaction', context, async () => ({
      relayedTransaction: present(await this.service.relay(context.caller, request)),
    }));
  }

  @Query(() => RelayerResult, { description: 'Who relays on a chain, and at which price now.' })
  relayer(@Context() context: IptContext, @Args() { chainId }: RelayerArgs) {
    return this.inBand.run('relayer', context, async () => {
      const { gasPriceWei, maxGas, ...rest } = await this.service.relayer(context.caller, chainId);
      return { relayer: { ...rest, gasPrice: String(gasPriceWei), maxGas: String(maxGas) } };
    });
  }

  @Query(() => RelayedTransactionResult, {
    description: 'What has become of a transaction of yours that is relayed.',
  })
  relayedTransaction(@Context() context: IptContext, @Args() { id }: RelayedTransactionArgs) {
    return this.inBand.run('relayedTransaction', context, async () => ({
      relayedTransaction: present(await this.service.get(context.caller, id)),
    }));
  }

  @Query(() => RelayedTransactionConnection, {
    description: 'Your transactions that are or were relayed, the oldest first.',
  })
  relayedTransactionConnection(
    @Context() context: IptContext,
    @Args() args: RelayedTransactionConnectionArgs,
  ) {
    const work = async () => {
      const filter = this.service.filter(context.caller, args);
      const page = async (window: Window) => {
        const { items, hasMore } = await this.service.list(filter, window);
        const shown = items.map(({ node, position }) => ({ node: present(node), position }));
        return { items: shown, hasMore };
      };
      return {
        ...(await connectionPage({ key: this.cursorKey.bytes, filter, args }, page)),
        filter,
      };
    };
    const otherwise = { edges: [], pageInfo: EMPTY };
    return this.inBand.run('relayedTransactionConnection', context, work, otherwise);
  }
}

@Resolver(() => RelayedTransactionConnection)
export class RelayedTransactionConnectionResolver {
  constructor(private readonly service: RelayerService) {}

  @ResolveField(() => Int, TOTAL)
  async totalCount(@Parent() { filter }: RelayedTransactionConnection): Promise<number | null> {
    return filter === undefined ? null : await this.service.count(filter);
  }
}

const present = (relay: Relay): RelayedTransaction => ({
  id: relay.id,
  chainId: relay.chainId,
  safe: relay.safe,
  safeNonce: String(relay.transaction.nonce),
  safeTxHash: relay.safeTxHash,
  step: relay.call,
  state: relay.state,
  reason: relay.reason,
  problem: relay.problem,
  relayer: relay.account,
  transactionHash: relay.transactionHash,
  blockNumber: relay.blockNumber,
  createdAt: relay.createdAt,
  updatedAt: relay.updatedAt,
  expiresAt: relay.expiresAt,
});
