import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import type { HeldToken } from './token-holders.js';
import { ConnectionArgs } from '../graphql/args.js';
import { PageInfo } from '../explorer/connections.js';
import { Result } from '../graphql/results.js';

const absent = { nullable: true } as const;

@ObjectType({ description: "Who has how many of an IP-NFT's ERC-20 tokens." })
export class TokenHolder {
  @Field(() => String, { description: 'The wallet or contract.' })
  holder!: string;

  @Field(() => String, { description: 'In wei; more than none.' })
  amountWei!: string;
}

@ObjectType({ description: 'A holder in a list.' })
export class TokenHolderEdge {
  @Field(() => TokenHolder, { description: 'The holder.' })
  node!: TokenHolder;

  @Field(() => String, { description: 'Its place, for after and before.' })
  cursor!: string;
}

@ObjectType({ description: 'Holders, as the specification of Relay has it.' })
export class TokenHolderConnection extends Result {
  @Field(() => [TokenHolderEdge], { description: 'The page; empty on failure.' })
  edges!: readonly TokenHolderEdge[];

  @Field(() => PageInfo, { description: 'Where the page stands.' })
  pageInfo!: PageInfo;

  /** Whose holders are counted, if somebody asks; absent on failure. */
  filter?: HeldToken;
}

@ArgsType()
export class TokenHolderConnectionArgs extends ConnectionArgs {
  @Allow()
  @Field(() => Int, { ...absent, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { ...absent, description: 'Of the ERC-20 contract.' })
  address?: string | null;
}
