import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import type { FlowFilter, IpnftFilter } from './search.js';
import { ConnectionArgs } from '../graphql/args.js';
import { Ipnft } from './chain-results.js';
import { Flow } from '../flows/flow-results.js';
import { Result } from '../graphql/results.js';

const absent = { nullable: true } as const;

/** @see https://relay.dev/graphql/connections.htm */
@ObjectType({ description: 'Where a page stands in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there is more after this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether something was left out before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { ...absent, description: 'Of the first edge; give it as before.' })
  startCursor!: string | null;

  @Field(() => String, { ...absent, description: 'Of the last edge; give it as after.' })
  endCursor!: string | null;
}

@ObjectType({ description: 'An IP-NFT in a list.' })
export class IpnftEdge {
  @Field(() => Ipnft, { description: 'The IP-NFT.' })
  node!: Ipnft;

  @Field(() => String, { description: 'Its place, for after and before.' })
  cursor!: string;
}

@ObjectType({ description: 'IP-NFTs, as the specification of Relay has it.' })
export class IpnftConnection extends Result {
  @Field(() => [IpnftEdge], { description: 'The page; empty on failure.' })
  edges!: readonly IpnftEdge[];

  @Field(() => PageInfo, { description: 'Where the page stands.' })
  pageInfo!: PageInfo;

  /** What is counted, if somebody asks; absent on failure. */
  filter?: IpnftFilter;
}

@ObjectType({ description: 'A flow in a list.' })
export class FlowEdge {
  @Field(() => Flow, { description: 'The flow.' })
  node!: Flow;

  @Field(() => String, { description: 'Its place, for after and before.' })
  cursor!: string;
}

@ObjectType({ description: 'Flows, as the specification of Relay has it.' })
export class FlowConnection extends Result {
  @Field(() => [FlowEdge], { description: 'The page; empty on failure.' })
  edges!: readonly FlowEdge[];

  @Field(() => PageInfo, { description: 'Where the page stands.' })
  pageInfo!: PageInfo;

  /** What is counted, if somebody asks; absent on failure. */
  filter?: FlowFilter;
}

@ArgsType()
export class IpnftConnectionArgs extends ConnectionArgs {
  @Allow()
  @Field(() => Int, { ...absent, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { ...absent, description: 'Only those that this wallet has now.' })
  owner?: string | null;

  @Allow()
  @Field(() => String, { ...absent, description: 'Only those with this symbol, in any case.' })
  symbol?: string | null;
}

@ArgsType()
export class FlowConnectionArgs extends ConnectionArgs {
  @Allow()
  @Field(() => Int, { ...absent, description: 'Only those on this chain.' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { ...absent, description: 'MINT or TOKENIZE; both if absent.' })
  kind?: string | null;

  @Allow()
  @Field(() => String, { ...absent, description: 'Only those with this symbol, in any case.' })
  symbol?: string | null;
}
