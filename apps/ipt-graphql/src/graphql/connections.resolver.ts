import { Inject } from '@nestjs/common';
import { Args, Context, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { CursorCodec } from '@sextant/platform-pagination';
import { Search, type Slice, type Window } from '../domain/search.js';
import type { PageArgs } from './args.js';
import {
  FlowConnection,
  FlowConnectionArgs,
  IpnftConnection,
  IpnftConnectionArgs,
  PageInfo,
} from './connections.js';
import { InBand, type IptContext } from './in-band.js';
import { CURSOR_KEY, pageOf } from './pages.js';
import { presentFlow } from './reading.resolver.js';

const EMPTY: PageInfo = {
  hasNextPage: false,
  hasPreviousPage: false,
  startCursor: null,
  endCursor: null,
};

/** Lists with filters and totals. */
@Resolver()
export class ConnectionsResolver {
  constructor(
    @Inject(InBand) private readonly inBand: InBand,
    @Inject(Search) private readonly search: Search,
    @Inject(CURSOR_KEY) private readonly cursorKey: Buffer,
  ) {}

  @Query(() => IpnftConnection, { description: 'IP-NFTs of a chain, the oldest first.' })
  ipnftConnection(@Context() context: IptContext, @Args() args: IpnftConnectionArgs) {
    const work = async () => {
      const filter = this.search.ipnftFilter(context.caller, args);
      const page = (window: Window) => this.search.ipnfts(filter, window);
      return { ...(await this.page(filter, args, page)), filter };
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
      return { ...(await this.page(filter, args, page)), filter };
    };
    return this.inBand.run('flowConnection', context, work, { edges: [], pageInfo: EMPTY });
  }

  /** A cursor belongs to the list, its filter included. */
  private async page<T>(
    filter: object,
    args: PageArgs,
    read: (window: Window) => Promise<Slice<T>>,
  ) {
    const cursors = new CursorCodec(this.cursorKey, `connection of ${JSON.stringify(filter)}`);
    const window = pageOf(args, cursors);
    const { items, hasMore } = await read(window);
    const edges = items.map(({ node, position }) => ({
      node,
      cursor: cursors.encode([...position]),
    }));
    const pageInfo: PageInfo = {
      hasNextPage: hasMore,
      hasPreviousPage: window.after.length > 0,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    };
    return { edges, pageInfo };
  }
}

const total = {
  nullable: true,
  description: 'How many there are in all; counted when it is asked for.',
} as const;

@Resolver(() => IpnftConnection)
export class IpnftConnectionResolver {
  constructor(@Inject(Search) private readonly search: Search) {}

  @ResolveField(() => Int, total)
  async totalCount(@Parent() { filter }: IpnftConnection): Promise<number | null> {
    return filter === undefined ? null : await this.search.countIpnfts(filter);
  }
}

@Resolver(() => FlowConnection)
export class FlowConnectionResolver {
  constructor(@Inject(Search) private readonly search: Search) {}

  @ResolveField(() => Int, total)
  async totalCount(@Parent() { filter }: FlowConnection): Promise<number | null> {
    return filter === undefined ? null : await this.search.countFlows(filter);
  }
}
