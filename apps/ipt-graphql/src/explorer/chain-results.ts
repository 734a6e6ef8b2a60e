import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Finality, IpnftFlag } from './explorer-enums.js';
import { Result } from '../graphql/results.js';

@ObjectType({ description: 'An IP-NFT on a chain.' })
export class Ipnft {
  @Field(() => String, {
    description: 'The chain and the token id: no other has it, so clients can keep it by this.',
  })
  id!: string;

  @Field(() => String, { description: 'As the contract knows it; the same on every chain.' })
  tokenId!: string;

  @Field(() => Int, { description: 'The chain, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => String, { description: 'Who has it now.' })
  owner!: string;

  @Field(() => String, { description: 'The address of its metadata, as the minter wrote it.' })
  tokenUri!: string;

  @Field(() => String, { description: 'As the minter wrote it.' })
  symbol!: string;

  @Field(() => [String], {
    description:
      'Which of the texts the chain has otherwise: characters were replaced, or the text was cut.',
  })
  replacedTexts!: readonly string[];

  @Field(() => [IpnftFlag], { description: 'What is peculiar about it.' })
  flags!: readonly IpnftFlag[];

  @Field(() => String, { description: 'The transaction that did it.' })
  transactionHash!: string;

  @Field(() => Int, { description: 'The block that the transaction is in.' })
  blockNumber!: number;

  @Field(() => Finality, { description: 'How sure it is that it stays.' })
  finality!: Finality;
}

@ObjectType({ description: 'An IP-NFT.' })
export class IpnftResult extends Result {
  @Field(() => Ipnft, { nullable: true, description: 'What was asked for.' })
  ipnft?: Ipnft;
}

@ObjectType({ description: 'IP-NFTs.' })
export class IpnftsResult extends Result {
  @Field(() => [Ipnft], { nullable: true, description: 'A page of them.' })
  ipnfts?: readonly Ipnft[];

  @Field(() => String, {
    nullable: true,
    description: 'Give it as after; absent on the last page.',
  })
  cursor?: string | null;
}

@ObjectType({ description: 'An id that a wallet reserved.' })
export class Reservation {
  @Field(() => String, {
    description: 'The chain and the token id: no other has it, so clients can keep it by this.',
  })
  id!: string;

  @Field(() => String, { description: 'As the contract knows it; the same on every chain.' })
  tokenId!: string;

  @Field(() => Int, { description: 'The chain, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => String, { description: 'The wallet that may mint it.' })
  reserver!: string;

  @Field(() => String, { description: 'The transaction that did it.' })
  transactionHash!: string;

  @Field(() => Int, { description: 'The block that the transaction is in.' })
  blockNumber!: number;

  @Field(() => Finality, { description: 'How sure it is that it stays.' })
  finality!: Finality;
}

@ObjectType({ description: 'A reservation.' })
export class ReservationResult extends Result {
  @Field(() => Reservation, { nullable: true, description: 'What was asked for.' })
  reservation?: Reservation;
}

@ObjectType({ description: 'The ERC-20 tokens of an IP-NFT.' })
export class IpToken {
  @Field(() => String, { description: 'Of the ERC-20 contract.' })
  address!: string;

  @Field(() => String, { description: 'The token id, in decimal digits.' })
  ipnftId!: string;

  @Field(() => Int, { description: 'The chain, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => String, { description: 'Who made them, and got all of them.' })
  emitter!: string;

  @Field(() => String, { description: 'In wei.' })
  amountWei!: string;

  @Field(() => String, { description: 'Of the membership agreement that holders accept.' })
  agreementCid!: string;

  @Field(() => String, { description: 'Of the ERC-20 contract.' })
  name!: string;

  @Field(() => String, { description: 'Of the ERC-20 contract.' })
  symbol!: string;

  @Field(() => [String], {
    description:
      'Which of the texts the chain has otherwise: characters were replaced, or the text was cut.',
  })
  replacedTexts!: readonly string[];

  @Field(() => String, { description: 'The transaction that did it.' })
  transactionHash!: string;

  @Field(() => Int, { description: 'The block that the transaction is in.' })
  blockNumber!: number;

  @Field(() => Finality, { description: 'How sure it is that it stays.' })
  finality!: Finality;
}

@ObjectType({ description: 'Tokens.' })
export class IpTokensResult extends Result {
  @Field(() => [IpToken], { nullable: true, description: 'What was asked for.' })
  ipTokens?: readonly IpToken[];
}
