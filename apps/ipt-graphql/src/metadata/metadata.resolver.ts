import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { AwsJson } from '../graphql/aws-json.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { MetadataUploadResult } from '../graphql/results.js';
import { MetadataUpload } from './metadata-upload.js';

/** Metadata of IP-NFTs. */
@Resolver()
export class MetadataResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly metadata: MetadataUpload,
  ) {}

  @Mutation(() => MetadataUploadResult, {
    description: 'Step 5: metadata with the uploaded image.',
  })
  uploadMetadataWithImageKey(
    @Context() context: IptContext,
    @Args('metadata', {
      type: () => AwsJson,
      nullable: true,
      description: 'As the schema of IP-NFTs has it.',
    })
    metadata: string | null,
    @Args('imageKey', {
      type: () => String,
      nullable: true,
      description: 'Of generateImageUploadUrl.',
    })
    imageKey: string | null,
    @Args('ipnftId', {
      type: () => String,
      nullable: true,
      description: 'The token id, in decimal digits.',
    })
    ipnftId: string | null,
  ) {
    return this.inBand.run('uploadMetadataWithImageKey', context, async () => {
      const request = { metadata, imageKey, ipnftId };
      const { cid, url, ...rest } = await this.metadata.store(context.caller, request);
      return { ...rest, metadataCid: cid, metadataUrl: url };
    });
  }
}
