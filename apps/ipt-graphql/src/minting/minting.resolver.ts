import { Args, Context, Int, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Agreements, type Agreement } from '../agreements/agreements.js';
import { Images } from '../images/images.js';
import { MetadataUpload } from '../metadata/metadata-upload.js';
import { SignOff } from '../sign-off/sign-off.js';
import { TermsService } from '../terms/terms-service.js';
import { ImageUploadUrlArgs, SignoffArgs } from '../graphql/args.js';
import { AwsJson } from '../graphql/aws-json.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import {
  AgreementResult,
  ImageUploadUrlResult,
  MetadataUploadResult,
  SignoffResult,
  TermsMessageResult,
} from '../graphql/results.js';

const text = { type: () => String, nullable: true } as const;
const int = { type: () => Int, nullable: true } as const;
const json = { type: () => AwsJson, nullable: true } as const;

/** The steps of minting (spec 3, part 4.B). */
@Resolver()
export class MintingResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly agreements: Agreements,
    private readonly signOff: SignOff,
  ) {}

  @Mutation(() => AgreementResult, { description: 'Step 2 of minting.' })
  generateAssignmentAgreement(
    @Context() context: IptContext,
    @Args('projectData', {
      type: () => AwsJson,
      description: 'Project, wallet, chain and id: see the README.',
    })
    projectData: string,
    @Args('encrypted', {
      type: () => Boolean,
      nullable: true,
      description: 'Whether only the owner of the IP-NFT can read it: see the README.',
    })
    encrypted: boolean | null,
  ) {
    return this.inBand.run('generateAssignmentAgreement', context, async () =>
      presentAgreement(
        await this.agreements.assignment(context.caller, projectData, encrypted ?? false),
      ),
    );
  }

  @Mutation(() => SignoffResult, { description: 'Step 8: what mintReservation takes.' })
  signoffMetadata(@Context() context: IptContext, @Args() { tokenURI, ...rest }: SignoffArgs) {
    return this.inBand.run('signoffMetadata', context, () =>
      this.signOff.authorize(context.caller, { ...rest, tokenUri: tokenURI }),
    );
  }
}

/** Images and metadata. */
@Resolver()
export class UploadsResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly images: Images,
    private readonly metadata: MetadataUpload,
  ) {}

  @Mutation(() => ImageUploadUrlResult, { description: 'Step 3: a URL for one PUT of the image.' })
  generateImageUploadUrl(@Context() context: IptContext, @Args() request: ImageUploadUrlArgs) {
    return this.inBand.run('generateImageUploadUrl', context, async () => {
      const { caller, baseUrl } = context;
      const { expiresAt, ...upload } = await this.images.issueUrl(caller, request, baseUrl);
      return { ...upload, expiresAt: expiresAt.toISOString() };
    });
  }

  @Mutation(() => MetadataUploadResult, {
    description: 'Step 5: metadata with the uploaded image.',
  })
  uploadMetadataWithImageKey(
    @Context() context: IptContext,
    @Args('metadata', { ...json, description: 'As the schema of IP-NFTs has it.' })
    metadata: string | null,
    @Args('imageKey', { ...text, description: 'Of generateImageUploadUrl.' })
    imageKey: string | null,
    @Args('ipnftId', { ...text, description: 'The token id, in decimal digits.' })
    ipnftId: string | null,
  ) {
    return this.inBand.run('uploadMetadataWithImageKey', context, async () => {
      const request = { metadata, imageKey, ipnftId };
      const { cid, url, ...rest } = await this.metadata.store(context.caller, request);
      return { ...rest, metadataCid: cid, metadataUrl: url };
    });
  }
}

/** The hosted service answers failures so. */
const NO_TERMS = { message: '', digest: '' } as const;

/** Texts that wallets sign. */
@Resolver()
export class TermsResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly terms: TermsService,
  ) {}

  @Query(() => TermsMessageResult, { description: 'Step 6 of minting: the text to sign.' })
  getTermsMessage(
    @Context() context: IptContext,
    @Args('metadataCid', { ...text, description: 'Of the metadata that was stored.' })
    metadataCid: string | null,
    @Args('minter', { ...text, description: 'The wallet that will sign.' }) minter: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run(
      'getTermsMessage',
      context,
      () => this.terms.mintTerms(context.caller, { metadataCid, minter, chainId }),
      NO_TERMS,
    );
  }

  @Query(() => TermsMessageResult, { description: 'Step 3 of tokenizing: the text to sign.' })
  getIptTermsMessage(
    @Context() context: IptContext,
    @Args('agreementCid', { ...text, description: 'Of the membership agreement.' })
    agreementCid: string | null,
    @Args('ipnftId', { ...text, description: 'The token id, in decimal digits.' })
    ipnftId: string | null,
    @Args('chainId', { ...int, description: 'The chain, by its id (EIP-155).' })
    chainId: number | null,
  ) {
    return this.inBand.run(
      'getIptTermsMessage',
      context,
      () => this.terms.tokenTerms(context.caller, { agreementCid, ipnftId, chainId }),
      NO_TERMS,
    );
  }
}

/** The agreement of tokenizing. */
@Resolver()
export class TokenizingResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly agreements: Agreements,
  ) {}

  @Mutation(() => AgreementResult, { description: 'Step 2 of tokenizing.' })
  generateIptMembershipAgreement(
    @Context() context: IptContext,
    @Args('agreementData', {
      type: () => AwsJson,
      description: 'ipnftId, symbol, title and chainId.',
    })
    agreementData: string,
  ) {
    return this.inBand.run('generateIptMembershipAgreement', context, async () =>
      presentAgreement(await this.agreements.membership(context.caller, agreementData)),
    );
  }
}

const presentAgreement = ({ cid, uri, contentHash, pdfCid, isEncrypted }: Agreement) => ({
  agreementCid: cid,
  agreementUri: uri,
  agreementContentHash: contentHash,
  agreementPdfCid: pdfCid,
  agreementEncrypted: isEncrypted,
});
