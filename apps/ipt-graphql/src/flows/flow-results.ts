import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../graphql/date-time.js';
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
