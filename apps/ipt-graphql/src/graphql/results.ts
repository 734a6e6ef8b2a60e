import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from './date-time.js';
import { TransactionStep } from './enums.js';

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
export abstract class Result {
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

  @Field(() => DateTime, {
    nullable: true,
    description: 'Until when a proof of idea holds its symbol, unless it is renewed or minted.',
  })
  symbolHeldUntil?: Date | null;
}

@ObjectType()
export class TransactionResult extends Result {
  @Field(() => TransactionStep, { nullable: true })
  step?: TransactionStep;

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
