import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import { AwsJson } from '../graphql/aws-json.js';
import { DateTime } from '../graphql/date-time.js';
import { SafeSignatureKind } from './safe-enums.js';
import { Result } from '../graphql/results.js';

const text = { nullable: true } as const;

@ObjectType({ description: 'A present owner of a Safe.' })
export class SafeOwner {
  @Field(() => String, { description: 'The wallet.' })
  owner!: string;

  @Field(() => SafeSignatureKind, { ...text, description: 'Absent: it has not signed.' })
  kind!: SafeSignatureKind | null;

  @Field(() => DateTime, { ...text, description: 'When its signature came.' })
  signedAt!: Date | null;
}

@ObjectType({ description: 'Who has signed terms for a Safe, by its owners of now.' })
export class SafeTerms {
  @Field(() => String, { description: 'The Safe.' })
  safe!: string;

  @Field(() => Int, { description: 'The chain, by its id (EIP-155).' })
  chainId!: number;

  @Field(() => String, { description: 'The text: that of getTermsMessage or getIptTermsMessage.' })
  message!: string;

  @Field(() => String, { description: 'What owners sign, or approve with approveHash.' })
  messageHash!: string;

  @Field(() => AwsJson, { description: 'The same for eth_signTypedData_v4.' })
  typedData!: string;

  @Field(() => Int, { description: 'How many owners have to sign.' })
  threshold!: number;

  @Field(() => [SafeOwner], { description: 'All present owners.' })
  owners!: readonly SafeOwner[];

  @Field(() => Int, { description: 'How many have to sign yet.' })
  missing!: number;

  @Field(() => String, { ...text, description: "The Safe's signature, once enough have signed." })
  signature!: string | null;
}

@ObjectType({ description: 'Terms that a Safe signs.' })
export class SafeTermsResult extends Result {
  @Field(() => SafeTerms, { ...text, description: 'As it is now.' })
  safeTerms?: SafeTerms;
}

@ArgsType()
export class SafeTermsArgs {
  @Allow()
  @Field(() => String, { ...text, description: 'The Safe that mints, or owns the IP-NFT.' })
  safe?: string | null;

  @Allow()
  @Field(() => Int, { ...text, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { ...text, description: 'For the terms of minting.' })
  metadataCid?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'For the terms of tokens, with ipnftId.' })
  agreementCid?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'The token id, in decimal digits.' })
  ipnftId?: string | null;
}

@ArgsType()
export class SafeSignatureArgs extends SafeTermsArgs {
  @Allow()
  @Field(() => String, {
    ...text,
    description: 'Needed for contracts, and for owners who approved the hash on the chain.',
  })
  owner?: string | null;

  @Allow()
  @Field(() => String, { ...text, description: 'Absent: the owner approved the hash.' })
  signature?: string | null;
}
