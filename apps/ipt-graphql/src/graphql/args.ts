import { ArgsType, Field, Int } from '@nestjs/graphql';

/** Arguments are nullable, as the specification shows them: what is missing is an error in the result. */
@ArgsType()
export class SignoffArgs {
  @Field(() => String, { nullable: true })
  ipnftId?: string | null;

  @Field(() => String, { nullable: true })
  tokenURI?: string | null;

  @Field(() => Int, { nullable: true })
  chainId?: number | null;

  @Field(() => String, { nullable: true })
  minter?: string | null;

  @Field(() => String, { nullable: true })
  to?: string | null;

  @Field(() => String, { nullable: true })
  termsSignature?: string | null;
}

@ArgsType()
export class ImageUploadUrlArgs {
  @Field(() => String, { nullable: true })
  filename?: string | null;

  @Field(() => String, { nullable: true })
  contentType?: string | null;

  @Field(() => String, { nullable: true })
  ipnftId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Seconds; an hour if absent.' })
  expiresIn?: number | null;
}

@ArgsType()
export class PrepareMintArgs {
  @Field(() => String, { nullable: true, description: 'Absent: the reservation is prepared.' })
  ipnftId?: string | null;

  @Field(() => Int, { nullable: true })
  chainId?: number | null;

  @Field(() => String, { nullable: true, description: 'The wallet that reserves.' })
  from?: string | null;
}

@ArgsType()
export class PrepareTokenizeArgs {
  @Field(() => String, { nullable: true })
  ipnftId?: string | null;

  @Field(() => Int, { nullable: true })
  chainId?: number | null;

  @Field(() => String, { nullable: true })
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'In wei.' })
  tokenAmount?: string | null;

  @Field(() => String, { nullable: true })
  tokenSymbol?: string | null;

  @Field(() => String, { nullable: true })
  agreementCid?: string | null;

  @Field(() => String, { nullable: true })
  termsSignature?: string | null;
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: '1 to 100; 20 if absent.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the page before.' })
  after?: string | null;
}
