import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../graphql/date-time.js';
import { SymbolState } from '../symbols/symbol-enums.js';
import { FlowKind, FlowState } from './flow-enums.js';
import { Result } from '../graphql/results.js';

@ObjectType({ description: 'How far an IP-NFT has come.' })
export class Flow {
  @Field(() => String, { description: 'The token id, in decimal digits.' })
  ipnftId!: string;

  @Field(() => Int, { description: 'The chain, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => FlowKind, { description: 'Which of the two ways it is on.' })
  kind!: FlowKind;

  @Field(() => FlowState, { description: 'The step that was done last, by name.' })
  state!: FlowState;

  @Field(() => Int, { description: 'The step that was done last.' })
  step!: number;

  @Field(() => Int, { description: '9 for minting, 5 for tokenizing.' })
  steps!: number;

  @Field(() => String, { nullable: true, description: 'The call that comes next.' })
  next?: string | null;

  @Field(() => String, { description: 'As it was agreed on.' })
  symbol!: string;

  @Field(() => String, { nullable: true, description: 'What is wrong with it, for people.' })
  warning?: string | null;

  @Field(() => DateTime, { description: 'When the last step was done.' })
  updatedAt!: Date;
}

@ObjectType({ description: 'Flows.' })
export class FlowsResult extends Result {
  @Field(() => [Flow], { nullable: true, description: 'What was asked for.' })
  flows?: readonly Flow[];

  @Field(() => String, {
    nullable: true,
    description: 'Give it as after; absent on the last page.',
  })
  cursor?: string | null;
}

@ObjectType({ description: 'Whether a symbol is free.' })
export class SymbolAvailableResult extends Result {
  @Field(() => Boolean, { nullable: true, description: 'Whether a sign-off could take it now.' })
  available?: boolean;
}

@ObjectType({ description: 'A symbol that a sign-off of yours took.' })
export class SymbolHold {
  @Field(() => String, { description: 'In capital letters.' })
  symbol!: string;

  @Field(() => Int, { description: 'The chain, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => String, { description: 'The token id, in decimal digits.' })
  ipnftId!: string;

  @Field(() => String, { nullable: true, description: 'The wallet of the sign-off.' })
  minter?: string | null;

  @Field(() => SymbolState, { description: 'Whether it is held still.' })
  state!: SymbolState;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Absent: a reservation holds it while the chain knows the reservation.',
  })
  expiresAt?: Date | null;
}

@ObjectType({ description: 'A symbol that a sign-off took.' })
export class SymbolHoldResult extends Result {
  @Field(() => SymbolHold, { nullable: true, description: 'As it is now.' })
  symbolHold?: SymbolHold;
}

@ObjectType({ description: 'Symbols that sign-offs took.' })
export class SymbolHoldsResult extends Result {
  @Field(() => [SymbolHold], { nullable: true, description: 'A page of them.' })
  symbolHolds?: readonly SymbolHold[];

  @Field(() => String, {
    nullable: true,
    description: 'Give it as after; absent on the last page.',
  })
  cursor?: string | null;
}
