import { ArgsType, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import { ConnectionArgs } from '../graphql/args.js';
import { PageInfo } from '../explorer/connections.js';
import { DateTime } from '../graphql/date-time.js';
import { TransactionStep } from '../graphql/transaction-step.js';
import { RelayReason, RelayState } from './relayer-enums.js';
import { Result } from '../graphql/results.js';
import type { RelayFilter } from './relayer.js';

const text = { nullable: true } as const;

@ObjectType({ description: 'Who sends what Safes have signed, on a chain.' })
export class Relayer {
  @Field(() => Int, { description: 'The chain, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => String, { description: 'Its account, which refundReceiver may name.' })
  account!: string;

  @Field(() => String, {
    description:
      'In wei; with it a transaction that is signed now can wait until the base fee has doubled.',
  })
  gasPrice!: string;

  @Field(() => String, { description: 'Most gas of a transaction.' })
  maxGas!: string;
}

@ObjectType({ description: 'The relayer of a chain.' })
export class RelayerResult extends Result {
  @Field(() => Relayer, { ...text, description: 'Absent on failure, also where there is none.' })
  relayer?: Relayer;
}

@ArgsType()
export class RelayerArgs {
  @Allow()
  @Field(() => Int, { ...text, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;
}

@ObjectType({ description: "A Safe's transaction that is relayed." })
export class RelayedTransaction {
  @Field(() => ID, { description: 'Of the relayed transaction, not of the chain.' })
  id!: string;

  @Field(() => Int, { description: 'The chain, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => String, { description: 'The Safe.' })
  safe!: string;

  @Field(() => String, { description: "The Safe's nonce, in decimal digits." })
  safeNonce!: string;

  @Field(() => String, { description: 'What the owners signed.' })
  safeTxHash!: string;

  @Field(() => TransactionStep, { description: 'What it does.' })
  step!: TransactionStep;

  @Field(() => RelayState, { description: 'How far it is.' })
  state!: RelayState;

  @Field(() => RelayReason, { ...text, description: 'Of FAILED.' })
  reason!: RelayReason | null;

  @Field(() => String, {
    ...text,
    description: 'Code of what keeps it from being sent now: see the table of codes.',
  })
  problem!: string | null;

  @Field(() => String, { ...text, description: 'The account of the relayer, once it is sent.' })
  relayer!: string | null;

  @Field(() => String, {
    ...text,
    description:
      'Of the transaction in a block, or of the last that was sent; a higher fee changes it.',
  })
  transactionHash!: string | null;

  @Field(() => Int, { ...text, description: 'The block that it is in.' })
  blockNumber!: number | null;

  @Field(() => DateTime, { description: 'When it was accepted.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When its state changed last.' })
  updatedAt!: Date;

  @Field(() => DateTime, { description: 'When it is given up, in no block.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'A relayed transaction, as it is now.' })
export class RelayedTransactionResult extends Result {
  @Field(() => RelayedTransaction, { ...text, description: 'Absent on failure.' })
  relayedTransaction?: RelayedTransaction;
}

@ObjectType({ description: 'A relayed transaction in a list.' })
export class RelayedTransactionEdge {
  @Field(() => RelayedTransaction, { description: 'The transaction.' })
  node!: RelayedTransaction;

  @Field(() => String, { description: 'Its place, for after and before.' })
  cursor!: string;
}

@ObjectType({ description: 'Relayed transactions, as the specification of Relay has it.' })
export class RelayedTransactionConnection extends Result {
  @Field(() => [RelayedTransactionEdge], { description: 'The page; empty on failure.' })
  edges!: readonly RelayedTransactionEdge[];

  @Field(() => PageInfo, { description: 'Where the page stands.' })
  pageInfo!: PageInfo;

  /** What is counted, if somebody asks; absent on failure. */
  filter?: RelayFilter;
}

@ArgsType()
export class RelaySafeTransactionArgs {
  @Allow()
  @Field(() => Int, { ...text, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { ...text, description: 'The Safe.' })
  safe?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'The contract, as prepareMint names it.' })
  to?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'In wei; nothing if absent.' })
  value?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'The call, as prepareMint has it.' })
  data?: string | null;

  @Allow()
  @Field(() => Int, { ...text, description: '0 (CALL), which is meant if absent.' })
  operation?: number | null;

  @Allow()
  @Field(() => String, { ...text, description: 'Gas that the call gets; it must suffice.' })
  safeTxGas?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'Gas that the Safe pays for beside the call.' })
  baseGas?: string | null;

  @Allow()
  @Field(() => String, {
    ...text,
    description: 'The most that the Safe pays for a unit of gas, in wei; never 0.',
  })
  gasPrice?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: "Zero: gas is paid in the chain's own coin." })
  gasToken?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'Zero, or the relayer.' })
  refundReceiver?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: "The Safe's nonce, or a later one." })
  nonce?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'As execTransaction takes them.' })
  signatures?: string | null;

  @Allow()
  @Field(() => String, {
    ...text,
    description: 'Of your choice: the same again is the same transaction, whatever happens.',
  })
  idempotencyKey?: string | null;
}

@ArgsType()
export class RelayedTransactionArgs {
  @Allow()
  @Field(() => String, { ...text, description: 'Of the relayed transaction.' })
  id?: string | null;
}

@ArgsType()
export class RelayedTransactionConnectionArgs extends ConnectionArgs {
  @Allow()
  @Field(() => Int, { ...text, description: 'Only those on this chain.' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { ...text, description: 'Only those of this Safe.' })
  safe?: string | null;

  @Allow()
  @Field(() => String, {
    ...text,
    description: 'QUEUED, SUBMITTED, MINED, FINALIZED or FAILED; all if absent.',
  })
  state?: string | null;
}
