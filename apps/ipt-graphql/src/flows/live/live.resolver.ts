import { Args, Context, Int, Resolver, Subscription } from '@nestjs/graphql';
import { LiveFlows } from './live-flows.js';
import { FlowsResult } from '../flow-results.js';
import { InBand, type IptContext } from '../../graphql/in-band.js';
import { presentFlow } from '../../explorer/reading.resolver.js';

/** What is told while it happens, over graphql-ws. */
@Resolver()
export class LiveResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly live: LiveFlows,
  ) {}

  @Subscription(() => FlowsResult, {
    description:
      'How far an IP-NFT of yours is: at once, and again after each step. Steps that follow each other at once may come as one.',
  })
  flowProgress(
    @Context() context: IptContext,
    @Args('ipnftId', {
      nullable: true,
      type: () => String,
      description: 'The token id, in decimal digits.',
    })
    id: string | null,
    @Args('chainId', {
      nullable: true,
      type: () => Int,
      description: 'Only on this chain, by its id (EIP-155).',
    })
    chainId: number | null,
  ) {
    const flows = this.live.follow(context.caller, { id, chainId });
    return this.inBand.follow('flowProgress', context, flows, (changed) => ({
      flows: changed.map(presentFlow),
    }));
  }
}
