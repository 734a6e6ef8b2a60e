import { CursorKey } from '../graphql/cursor-key.js';
import { Args, Context, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Search, type Window } from './search.js';
import { connectionPage, EMPTY, TOTAL } from './connection-pages.js';
import {
  FlowConnection,
  FlowConnectionArgs,
  IpnftConnection,
  IpnftConnectionArgs,
} from './connections.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { presentFlow } from './reading.resolver.js';

/** Lists with filters and totals. */
@Resolver()
export class ConnectionsResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly search: Search,
    private readonly cursorKey: CursorKey,
  ) {}

  @Query(() => IpnftConnection, { description: 'IP-NFTs of a chain, the oldest first.' })
  ipnftConnection(@Context() context: IptContext, @Args() args: IpnftConnectionArgs) {
    const work = async () => {
      const filter = this.search.ipnftFilter(context.caller, args);
      const page = (window: Window) => this.search.ipnfts(filter, window);
      return {
        ...(await connectionPage({ key: this.cursorKey.bytes, filter, args }, page)),
        filter,
      };
    };
    return this.inBand.run('ipnftConnection', context, work, { edges: [], pageInfo: EMPTY });
  }

  @Query(() => FlowConnection, { description: 'Your flows, the oldest first.' })
  flowConnection(@Context() context: IptContext, @Args() args: FlowConnectionArgs) {
    const work = async () => {
      const filter = this.search.flowFilter(context.caller, args);
      const page = async (window: Window) => {
        const { items, hasMore } = await this.search.flows(filter, window);
        const shown = items.map(({ node, position }) => ({ node: presentFlow(node), position }));
        return { items: shown, hasMore };
      };
      return {
        ...(await connectionPage({ key: this.cursorKey.bytes, filter, args }, page)),
        filter,
      };
    };
    return this.inBand.run('flowConnection', context, work, { edges: [], pageInfo: EMPTY });
  }
}

@Resolver(() => IpnftConnection)
export class IpnftConnectionResolver {
  constructor(private readonly search: Search) {}

  @ResolveField(() => Int, TOTAL)
  async totalCount(@Parent() { filter }: IpnftConnection): Promise<number | null> {
    return filter === undefined ? null : await this.search.countIpnfts(filter);
  }
}

@Resolver(() => FlowConnection)
export class FlowConnectionResolver {
  constructor(private readonly search: Search) {}

  @ResolveField(() => Int, TOTAL)
  async totalCount(@Parent() { filter }: FlowConnection): Promise<number | null> {
    return filter === undefined ? null : await this.search.countFlows(filter);
  }
}
