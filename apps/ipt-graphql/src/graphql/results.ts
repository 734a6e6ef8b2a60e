import { Field, GraphQLISODateTime, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Why an operation failed.' })
export class IptError {
  @Field(() => String)
  message!: string;

  @Field(() => String)
  code!: string;

  @Field(() => Boolean, { description: 'Whether the same call may succeed later.' })
  retryable!: boolean;
}

@ObjectType({ isAbstract: true })
abstract class Result {
  @Field(() => Boolean)
  isSuccess!: boolean;

  @Field(() => IptError, { nullable: true })
  error?: IptError | null;
}

@ObjectType()
export class AgreementResult extends Result {
  @Field(() => String, { nullable: true })
  agreementCid?: string;

  @Field(() => String, { nullable: true, description: 'ipfs:// and the CID.' })
  agreementUri?: string;

  @Field(() => String, { nullable: true, description: 'SHA-256, 64 hexadecimal digits.' })
  agreementContentHash?: string;

  @Field(() => String, { nullable: true, description: 'The same agreement, printed.' })
  agreementPdfCid?: string;
}

@ObjectType()
export class ImageUploadUrlResult extends Result {
  @Field(() => String, {
    nullable: true,
    description: 'PUT the image here, with its Content-Type.',
  })
  uploadUrl?: string;

  @Field(() => String, { nullable: true })
  key?: string;

  @Field(() => String, { nullable: true, description: 'ISO 8601.' })
  expiresAt?: string;
}

@ObjectType()
export class MetadataUploadResult extends Result {
  @Field(() => String, { nullable: true })
  metadataCid?: string;

  @Field(() => String, { nullable: true, description: 'ipfs:// and the CID.' })
  metadataUrl?: string;

  @Field(() => String, { nullable: true })
  imageCid?: string;

  @Field(() => [String], { nullable: true, description: 'Recommendations not followed.' })
  warnings?: readonly string[];
}

@ObjectType()
export class TermsMessageResult extends Result {
  @Field(() => String, { nullable: true, description: 'Sign exactly this text (EIP-191).' })
  message?: string;

  @Field(() => String, { nullable: true, description: 'keccak256 of its UTF-8 bytes.' })
  digest?: string;
}

@ObjectType()
export class SignoffResult extends Result {
  @Field(() => String, { nullable: true })
  authorization?: string;
}

@ObjectType()
export class TransactionResult extends Result {
  @Field(() => String, { nullable: true, description: 'RESERVE, MINT or TOKENIZE.' })
  step?: string;

  @Field(() => Int, { nullable: true })
  chainId?: number;

  @Field(() => String, { nullable: true })
  from?: string;

  @Field(() => String, { nullable: true })
  to?: string;

  @Field(() => String, { nullable: true, description: 'Who gets the IP-NFT that is minted.' })
  recipient?: string;

  @Field(() => String, { nullable: true })
  data?: string;

  @Field(() => String, { nullable: true, description: 'In wei.' })
  value?: string;

  @Field(() => String, { nullable: true, description: 'Absent: the chain would refuse it now.' })
  gasEstimate?: string | null;

  @Field(() => String, { nullable: true, description: 'Why the chain would refuse it now.' })
  gasEstimateError?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For the Transaction Builder of Safe, JSON.',
  })
  safeTransaction?: string;
}

@ObjectType()
export class Ipnft {
  @Field(() => String)
  id!: string;

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

  @Field(() => String)
  transactionHash!: string;

  @Field(() => Int)
  blockNumber!: number;

  @Field(() => String, { description: 'SEEN, SAFE or FINALIZED.' })
  finality!: string;
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
  @Field(() => String)
  id!: string;

  @Field(() => Int)
  chainId!: number;

  @Field(() => String)
  reserver!: string;

  @Field(() => String)
  transactionHash!: string;

  @Field(() => Int)
  blockNumber!: number;

  @Field(() => String, { description: 'SEEN, SAFE or FINALIZED.' })
  finality!: string;
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

  @Field(() => String, { description: 'SEEN, SAFE or FINALIZED.' })
  finality!: string;
}

@ObjectType()
export class IpTokensResult extends Result {
  @Field(() => [IpToken], { nullable: true })
  ipTokens?: readonly IpToken[];
}

@ObjectType({ description: 'How far an IP-NFT has come.' })
export class Flow {
  @Field(() => String)
  ipnftId!: string;

  @Field(() => Int)
  chainId!: number;

  @Field(() => String, { description: 'MINT or TOKENIZE.' })
  kind!: string;

  @Field(() => String)
  state!: string;

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

  @Field(() => GraphQLISODateTime)
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
