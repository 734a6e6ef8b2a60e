import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Finality, IpnftFlag } from './enums.js';
import { Result } from './results.js';

@ObjectType()
export class Ipnft {
  @Field(() => String, {
    description: 'The chain and the token id: no other has it, so clients can keep it by this.',
  })
  id!: string;

  @Field(() => String, { description: 'As the contract knows it; the same on every chain.' })
  tokenId!: string;

  @Field(() => Int)
  chainId!: number;

  @Field(() => String)
  owner!: string;

  @Field(() => String)
  tokenUri!: string;

  @Field(() => String)
  symbol!: string;

  @Field(() => [String], {
    description:
      'Which of the texts the chain has otherwise: characters were replaced, or the text was cut.',
  })
  replacedTexts!: readonly string[];

  @Field(() => [IpnftFlag], { description: 'What is peculiar about it.' })
  flags!: readonly IpnftFlag[];

  @Field(() => String)
  transactionHash!: string;

  @Field(() => Int)
  blockNumber!: number;

  @Field(() => Finality, { description: 'How sure it is that it stays.' })
  finality!: Finality;
}

@ObjectType()
export class IpnftResult extends Result {
  @Field(() => Ipnft, { nullable: true })
  ipnft?: Ipnft;
}

@ObjectType()
export class IpnftsResult extends Result {
  @Field(() => [Ipnft], { nullable: true })
  ipnfts?: readonly Ipnft[];

  @Field(() => String, {
    nullable: true,
    description: 'Give it as after; absent on the last page.',
  })
  cursor?: string | null;
}

@ObjectType()
export class Reservation {
  @Field(() => String, {
    description: 'The chain and the token id: no other has it, so clients can keep it by this.',
  })
  id!: string;

  @Field(() => String, { description: 'As the contract knows it; the same on every chain.' })
  tokenId!: string;

  @Field(() => Int)
  chainId!: number;

  @Field(() => String)
  reserver!: string;

  @Field(() => String)
  transactionHash!: string;

  @Field(() => Int)
  blockNumber!: number;

  @Field(() => Finality, { description: 'How sure it is that it stays.' })
  finality!: Finality;
}

@ObjectType()
export class ReservationResult extends Result {
  @Field(() => Reservation, { nullable: true })
  reservation?: Reservation;
}

@ObjectType()
export class IpToken {
  @Field(() => String)
  address!: string;

  @Field(() => String)
  ipnftId!: string;

  @Field(() => Int)
  chainId!: number;

  @Field(() => String)
  emitter!: string;

  @Field(() => String, { description: 'In wei.' })
  amountWei!: string;

  @Field(() => String)
  agreementCid!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  symbol!: string;

  @Field(() => [String], {
    description:
      'Which of the texts the chain has otherwise: characters were replaced, or the text was cut.',
  })
  replacedTexts!: readonly string[];

  @Field(() => String)
  transactionHash!: string;

  @Field(() => Int)
  blockNumber!: number;

  @Field(() => Finality, { description: 'How sure it is that it stays.' })
  finality!: Finality;
}

@ObjectType()
export class IpTokensResult extends Result {
  @Field(() => [IpToken], { nullable: true })
  ipTokens?: readonly IpToken[];
}
