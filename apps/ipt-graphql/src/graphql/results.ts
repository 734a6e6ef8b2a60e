import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from './date-time.js';
import { TransactionStep } from './transaction-step.js';

@ObjectType({ description: 'Why an operation failed.' })
export class IptError {
  @Field(() => String, { description: 'For people.' })
  message!: string;

  @Field(() => String, { description: 'For programs: see the table of codes.' })
  code!: string;

  @Field(() => Boolean, { description: 'Whether the same call may succeed later.' })
  retryable!: boolean;
}

@ObjectType({ isAbstract: true })
export abstract class Result {
  @Field(() => Boolean, { description: 'Whether it was done.' })
  isSuccess!: boolean;

  @Field(() => IptError, { nullable: true, description: 'Why it failed; absent on success.' })
  error?: IptError | null;
}

@ObjectType({ description: 'An agreement, stored.' })
export class AgreementResult extends Result {
  @Field(() => String, { nullable: true, description: 'Of the agreement as canonical JSON.' })
  agreementCid?: string;

  @Field(() => String, { nullable: true, description: 'ipfs:// and the CID.' })
  agreementUri?: string;

  @Field(() => String, { nullable: true, description: 'SHA-256, 64 hexadecimal digits.' })
  agreementContentHash?: string;

  @Field(() => String, { nullable: true, description: 'The same agreement, printed.' })
  agreementPdfCid?: string;

  @Field(() => Boolean, { nullable: true, description: 'Both are encrypted: releaseAgreementKey.' })
  agreementEncrypted?: boolean;
}

@ObjectType({ description: 'Where an image is uploaded to.' })
export class ImageUploadUrlResult extends Result {
  @Field(() => String, {
    nullable: true,
    description: 'PUT the image here, with its Content-Type.',
  })
  uploadUrl?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Names the image for uploadMetadataWithImageKey.',
  })
  key?: string;

  @Field(() => String, { nullable: true, description: 'ISO 8601.' })
  expiresAt?: string;
}

@ObjectType({ description: 'Metadata, stored.' })
export class MetadataUploadResult extends Result {
  @Field(() => String, { nullable: true, description: 'Of the metadata as canonical JSON.' })
  metadataCid?: string;

  @Field(() => String, { nullable: true, description: 'ipfs:// and the CID.' })
  metadataUrl?: string;

  @Field(() => String, { nullable: true, description: 'Of the image as it is stored.' })
  imageCid?: string;

  @Field(() => [String], { nullable: true, description: 'Recommendations not followed.' })
  warnings?: readonly string[];
}

@ObjectType({ description: 'A text to sign.' })
export class TermsMessageResult extends Result {
  @Field(() => String, { nullable: true, description: 'Sign exactly this text (EIP-191).' })
  message?: string;

  @Field(() => String, { nullable: true, description: 'keccak256 of its UTF-8 bytes.' })
  digest?: string;
}

@ObjectType({ description: 'An authorization to mint.' })
export class SignoffResult extends Result {
  @Field(() => String, {
    nullable: true,
    description: 'What mintReservation takes: 65 bytes in hexadecimal digits.',
  })
  authorization?: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Until when a proof of idea holds its symbol, unless it is renewed or minted.',
  })
  symbolHeldUntil?: Date | null;
}

@ObjectType({ description: 'A transaction that is ready to be sent.' })
export class TransactionResult extends Result {
  @Field(() => TransactionStep, { nullable: true, description: 'What the transaction does.' })
  step?: TransactionStep;

  @Field(() => Int, { nullable: true, description: 'The chain, by its id (EIP-155).' })
  chainId?: number;

  @Field(() => String, { nullable: true, description: 'The wallet that is to send it.' })
  from?: string;

  @Field(() => String, { nullable: true, description: 'The contract that it calls.' })
  to?: string;

  @Field(() => String, { nullable: true, description: 'Who gets the IP-NFT that is minted.' })
  recipient?: string;

  @Field(() => String, { nullable: true, description: 'The call, in hexadecimal digits.' })
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
