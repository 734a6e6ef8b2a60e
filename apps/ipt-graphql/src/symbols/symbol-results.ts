import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../graphql/date-time.js';
import { Result } from '../graphql/results.js';
import { SymbolState } from './symbol-enums.js';

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
