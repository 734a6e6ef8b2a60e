import { CursorKey } from '../graphql/cursor-key.js';
import { Args, Context, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { CursorCodec } from '@sextant/platform-http/pagination';
import { Explorer } from './explorer.js';
import { positionOf, type Flow } from '../flows/flow.js';
import { IpnftsArgs, PageArgs } from '../graphql/args.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import {
  Ipnft,
  IpnftResult,
  IpnftsResult,
  IpToken,
  IpTokensResult,
  ReservationResult,
} from './chain-results.js';
import { IpnftContent, IpnftEvent } from './ipnft-life.js';
import { pageOf } from '../graphql/pages.js';
import { FlowsResult } from '../flows/flow-results.js';
import { SymbolAvailableResult } from '../symbols/symbol-results.js';

const text = { type: () => String, nullable: true } as const;
const int = { type: () => Int, nullable: true } as const;

/** What is on the chain and how far flows are. */
@Resolver()
export class ReadingResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly explorer: Explorer,
    private readonly cursorKey: CursorKey,
  ) {}

  @Query(() => IpnftResult, { description: 'An IP-NFT that was minted.' })
  ipnft(
    @Context() context: IptContext,
    @Args('id', { ...text, description: 'The token id, or the id that objects have.' })
    id: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run('ipnft', context, async () => ({
      ipnft: await this.explorer.ipnft(context.caller, { id, chainId }),
    }));
  }

  @Query(() => ReservationResult, { description: 'Who reserved an id.' })
  reservation(
    @Context() context: IptContext,
    @Args('id', { ...text, description: 'The token id, or the id that objects have.' })
    id: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run('reservation', context, async () => ({
      reservation: await this.explorer.reservation(context.caller, { id, chainId }),
    }));
  }

  @Query(() => IpTokensResult, { description: 'The ERC-20 tokens of an IP-NFT.' })
  ipTokens(
    @Context() context: IptContext,
    @Args('ipnftId', { ...text, description: 'The token id, in decimal digits.' })
    id: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run('ipTokens', context, async () => ({
      ipTokens: await this.explorer.ipTokens(context.caller, { id, chainId }),
    }));
  }

  @Query(() => FlowsResult, { description: 'How far an IP-NFT of yours is, and what comes next.' })
  flow(
    @Context() context: IptContext,
    @Args('ipnftId', { ...text, description: 'The token id, in decimal digits.' })
    id: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run('flow', context, async () => ({
      flows: (await this.explorer.flows(context.caller, { id, chainId })).map(presentFlow),
    }));
  }

  @Query(() => SymbolAvailableResult, { description: 'Whether a symbol is free on a chain.' })
  symbolAvailable(
    @Context() context: IptContext,
    @Args('symbol', { ...text, description: 'At most 20 letters and digits.' })
    symbol: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run('symbolAvailable', context, async () => ({
      available: await this.explorer.symbolAvailable(context.caller, symbol, chainId),
    }));
  }

  @Query(() => FlowsResult, { description: 'All flows of yours, the oldest first.' })
  flows(@Context() context: IptContext, @Args() page: PageArgs) {
    return this.inBand.run('flows', context, async () => {
      const cursors = new CursorCodec(this.cursorKey.bytes, `flows of ${context.caller.tenant}`);
      const { limit, after } = pageOf(page, cursors);
      const { items, next } = await this.explorer.pageOfFlows(context.caller, limit, after);
      return {
        flows: items.map(presentFlow),
        cursor: next === undefined ? null : cursors.encode([...next]),
      };
    });
  }

  @Query(() => IpnftsResult, { description: 'All IP-NFTs of a chain, the oldest first.' })
  ipnfts(@Context() context: IptContext, @Args() { chainId, flag, ...page }: IpnftsArgs) {
    return this.inBand.run('ipnfts', context, async () => {
      const cursors = new CursorCodec(
        this.cursorKey.bytes,
        `ipnfts of ${chainId ?? ''} ${flag ?? ''}`,
      );
      const { items, next } = await this.explorer.ipnfts(context.caller, {
        ...{ chainId, flag },
        ...pageOf(page, cursors),
      });
      return { ipnfts: items, cursor: next === undefined ? null : cursors.encode([...next]) };
    });
  }
}

/** What an IP-NFT leads to. */
@Resolver(() => Ipnft)
export class IpnftResolver {
  constructor(private readonly explorer: Explorer) {}

  @ResolveField(() => [IpToken], { description: 'Its ERC-20 tokens.' })
  ipTokens(@Parent() ipnft: Ipnft): Promise<readonly IpToken[]> {
    return this.explorer.ipTokensOf(ipnft);
  }

  @ResolveField(() => [IpnftEvent], {
    description: 'Its life on the chain, the oldest first; the newest hundred steps.',
  })
  history(@Parent() ipnft: Ipnft): Promise<readonly IpnftEvent[]> {
    return this.explorer.historyOf(ipnft);
  }

  @ResolveField(() => IpnftContent, {
    nullable: true,
    description: 'What its metadata says; absent when that is kept elsewhere, or is none.',
  })
  async content(@Parent() ipnft: Ipnft): Promise<IpnftContent | undefined> {
    return await this.explorer.descriptionOf(ipnft);
  }
}

export function presentFlow(flow: Flow) {
  const { number, of, next } = positionOf(flow);
  const { ipnftId, chainId, kind, symbol, warning, updatedAt } = flow;
  return {
    ipnftId,
    chainId,
    kind,
    symbol,
    warning,
    updatedAt,
    state: flow.step,
    step: number,
    steps: of,
    next,
  };
}
