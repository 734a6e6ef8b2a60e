import { CursorKey } from '../graphql/cursor-key.js';
import { Args, Context, Int, Mutation, Query, Resolver } from '@nestjs/graphql';
import { CursorCodec } from '@sextant/platform-http/pagination';
import { SymbolService } from './symbol-service.js';
import { PageArgs } from '../graphql/args.js';
import { SymbolHoldResult, SymbolHoldsResult } from './symbol-results.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { pageOf } from '../graphql/pages.js';

const text = { type: () => String, nullable: true } as const;
const int = { type: () => Int, nullable: true } as const;

/** The symbols that sign-offs took and nobody has minted yet. */
@Resolver()
export class SymbolsResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly service: SymbolService,
    private readonly cursorKey: CursorKey,
  ) {}

  @Query(() => SymbolHoldsResult, { description: 'The symbols that your sign-offs took.' })
  symbolHolds(@Context() context: IptContext, @Args() page: PageArgs) {
    return this.inBand.run('symbolHolds', context, async () => {
      const cursors = new CursorCodec(this.cursorKey.bytes, `symbols of ${context.caller.tenant}`);
      const { limit, after } = pageOf(page, cursors);
      const { items, next } = await this.service.page(context.caller, limit, after);
      return {
        symbolHolds: items,
        cursor: next === undefined ? null : cursors.encode([...next]),
      };
    });
  }

  @Mutation(() => SymbolHoldResult, {
    description: 'Holds the symbol of a proof of idea as long as after a sign-off, from now on.',
  })
  renewSymbol(
    @Context() context: IptContext,
    @Args('ipnftId', { ...text, description: 'The token id, in decimal digits.' })
    ipnftId: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run('renewSymbol', context, async () => ({
      symbolHold: await this.service.renew(context.caller, { ipnftId, chainId }),
    }));
  }

  @Mutation(() => SymbolHoldResult, {
    description:
      'Gives a symbol back that is not minted. Authorizations stay valid: a mint with one is a conflict once another has the symbol.',
  })
  releaseSymbol(
    @Context() context: IptContext,
    @Args('ipnftId', { ...text, description: 'The token id, in decimal digits.' })
    ipnftId: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run('releaseSymbol', context, async () => ({
      symbolHold: await this.service.release(context.caller, { ipnftId, chainId }),
    }));
  }
}
