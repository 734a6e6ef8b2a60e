import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from './date-time.js';
import { FlowKind, FlowState, SymbolState } from './enums.js';
import { Result } from './results.js';

@ObjectType({ description: 'How far an IP-NFT has come.' })
export class Flow {
  @Field(() => String)
  ipnftId!: string;

  @Field(() => Int)
  chainId!: number;

  @Field(() => FlowKind)
  kind!: FlowKind;

  @Field(() => FlowState)
  state!: FlowState;

  @Field(() => Int, { description: 'The step that was done last.' })
  step!: number;

  @Field(() => Int, { description: '9 for minting, 5 for tokenizing.' })
  steps!: number;

  @Field(() => String, { nullable: true, description: 'The call that comes next.' })
  next?: string | null;

  @Field(() => String)
  symbol!: string;

  @Field(() => String, { nullable: true })
  warning?: string | null;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@ObjectType()
export class FlowsResult extends Result {
  @Field(() => [Flow], { nullable: true })
  flows?: readonly Flow[];

  @Field(() => String, {
    nullable: true,
    description: 'Give it as after; absent on the last page.',
  })
  cursor?: string | null;
}

@ObjectType()
export class SymbolAvailableResult extends Result {
  @Field(() => Boolean, { nullable: true })
  available?: boolean;
}

@ObjectType({ description: 'A symbol that a sign-off of yours took.' })
export class SymbolHold {
  @Field(() => String)
  symbol!: string;

  @Field(() => Int)
  chainId!: number;

  @Field(() => String)
  ipnftId!: string;

  @Field(() => String, { nullable: true })
  minter?: string | null;

  @Field(() => SymbolState)
  state!: SymbolState;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Absent: a reservation holds it while the chain knows the reservation.',
  })
  expiresAt?: Date | null;
}

@ObjectType()
export class SymbolHoldResult extends Result {
  @Field(() => SymbolHold, { nullable: true })
  symbolHold?: SymbolHold;
}

@ObjectType()
export class SymbolHoldsResult extends Result {
  @Field(() => [SymbolHold], { nullable: true })
  symbolHolds?: readonly SymbolHold[];

  @Field(() => String, {
    nullable: true,
    description: 'Give it as after; absent on the last page.',
  })
  cursor?: string | null;
}
