import { ArgsType, Field, Int } from '@nestjs/graphql';
import { Allow } from 'class-validator';

/** Arguments are nullable, as the specification shows them: what is missing is an error in the result. */
@ArgsType()
export class SignoffArgs {
  @Allow()
  @Field(() => String, { nullable: true, description: 'The reservation, or a proof of idea.' })
  ipnftId?: string | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'ipfs:// and the CID of the metadata.' })
  tokenURI?: string | null;

  @Allow()
  @Field(() => Int, { nullable: true, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, {
    nullable: true,
    description: 'The wallet that holds the reservation and signed the terms.',
  })
  minter?: string | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'Who gets the IP-NFT.' })
  to?: string | null;

  @Allow()
  @Field(() => String, {
    nullable: true,
    description: 'Of the terms, by the minter; absent: of a Safe whose owners gave theirs before.',
  })
  termsSignature?: string | null;
}

@ArgsType()
export class ImageUploadUrlArgs {
  @Allow()
  @Field(() => String, { nullable: true, description: 'For people.' })
  filename?: string | null;

  @Allow()
  @Field(() => String, {
    nullable: true,
    description: 'image/png, image/jpeg, image/webp or image/svg+xml.',
  })
  contentType?: string | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'The IP-NFT that it is for.' })
  ipnftId?: string | null;

  @Allow()
  @Field(() => Int, { nullable: true, description: 'Seconds; an hour if absent.' })
  expiresIn?: number | null;
}

@ArgsType()
export class PrepareMintArgs {
  @Allow()
  @Field(() => String, { nullable: true, description: 'Absent: the reservation is prepared.' })
  ipnftId?: string | null;

  @Allow()
  @Field(() => Int, { nullable: true, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'The wallet that reserves.' })
  from?: string | null;

  @Allow()
  @Field(() => String, {
    nullable: true,
    description:
      'Of several sign-offs, that to this recipient; the last that was asked for if absent.',
  })
  to?: string | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'Of several sign-offs, that of this URI.' })
  tokenURI?: string | null;
}

@ArgsType()
export class PrepareTokenizeArgs {
  @Allow()
  @Field(() => String, { nullable: true, description: 'The token id, in decimal digits.' })
  ipnftId?: string | null;

  @Allow()
  @Field(() => Int, { nullable: true, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'The owner.' })
  from?: string | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'In wei.' })
  tokenAmount?: string | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'As in the membership agreement.' })
  tokenSymbol?: string | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'Of the membership agreement.' })
  agreementCid?: string | null;

  @Allow()
  @Field(() => String, {
    nullable: true,
    description: 'Of the terms, by the owner; absent: of a Safe whose owners gave theirs before.',
  })
  termsSignature?: string | null;
}

@ArgsType()
export class PageArgs {
  @Allow()
  @Field(() => Int, { nullable: true, description: '1 to 100; 20 if absent.' })
  first?: number | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'The cursor of the page before.' })
  after?: string | null;
}

/** @see https://relay.dev/graphql/connections.htm, section 4 */
@ArgsType()
export class ConnectionArgs extends PageArgs {
  @Allow()
  @Field(() => Int, { nullable: true, description: '1 to 100, counted from the end.' })
  last?: number | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'The cursor of the page after.' })
  before?: string | null;
}

@ArgsType()
export class IpnftsArgs extends PageArgs {
  @Allow()
  @Field(() => Int, { nullable: true, description: 'The chain, by its id (EIP-155).' })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'Only those with it: SYMBOL_CONFLICT.' })
  flag?: string | null;
}
