import { CursorKey } from '../graphql/cursor-key.js';
import { Args, Context, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { HolderService } from './token-holders.js';
import { connectionPage, EMPTY, TOTAL } from '../explorer/connection-pages.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { TokenHolderConnection, TokenHolderConnectionArgs } from './token-holder-results.js';

/** Who holds the tokens of IP-NFTs. */
@Resolver(() => TokenHolderConnection)
export class TokenHoldersResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly service: HolderService,
    private readonly cursorKey: CursorKey,
  ) {}

  @Query(() => TokenHolderConnection, {
    description:
      "Who holds an IP-NFT's ERC-20 tokens, those with the most first. Pages that are asked for while tokens move may miss a holder or tell of one twice.",
  })
  ipTokenHolderConnection(@Context() context: IptContext, @Args() args: TokenHolderConnectionArgs) {
    const work = async () => {
      const filter = await this.service.token(context.caller, args.chainId, args.address);
      const page = await connectionPage({ key: this.cursorKey.bytes, filter, args }, (window) =>
        this.service.holders(filter, window),
      );
      return { ...page, filter };
    };
    return this.inBand.run('ipTokenHolderConnection', context, work, {
      edges: [],
      pageInfo: EMPTY,
    });
  }

  @ResolveField(() => Int, TOTAL)
  async totalCount(@Parent() { filter }: TokenHolderConnection): Promise<number | null> {
    return filter === undefined ? null : await this.service.countHolders(filter);
  }
}
