import { ArgsType, Field, Int } from '@nestjs/graphql';
import { Allow } from 'class-validator';

/** Arguments are nullable, as the specification shows them: what is missing is an error in the result. */
@ArgsType()
export class SignoffArgs {
  @Allow()
  @Field(() => String, { nullable: true })
  ipnftId?: string | null;

  @Allow()
  @Field(() => String, { nullable: true })
  tokenURI?: string | null;

  @Allow()
  @Field(() => Int, { nullable: true })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { nullable: true })
  minter?: string | null;

  @Allow()
  @Field(() => String, { nullable: true })
  to?: string | null;

  @Allow()
  @Field(() => String, { nullable: true })
  termsSignature?: string | null;
}

@ArgsType()
export class ImageUploadUrlArgs {
  @Allow()
  @Field(() => String, { nullable: true })
  filename?: string | null;

  @Allow()
  @Field(() => String, { nullable: true })
  contentType?: string | null;

  @Allow()
  @Field(() => String, { nullable: true })
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
  @Field(() => Int, { nullable: true })
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
  @Field(() => String, { nullable: true })
  ipnftId?: string | null;

  @Allow()
  @Field(() => Int, { nullable: true })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { nullable: true })
  from?: string | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'In wei.' })
  tokenAmount?: string | null;

  @Allow()
  @Field(() => String, { nullable: true })
  tokenSymbol?: string | null;

  @Allow()
  @Field(() => String, { nullable: true })
  agreementCid?: string | null;

  @Allow()
  @Field(() => String, { nullable: true })
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

@ArgsType()
export class IpnftsArgs extends PageArgs {
  @Allow()
  @Field(() => Int, { nullable: true })
  chainId?: number | null;

  @Allow()
  @Field(() => String, { nullable: true, description: 'Only those with it: SYMBOL_CONFLICT.' })
  flag?: string | null;
}
