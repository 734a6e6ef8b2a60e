import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { ImageUploadUrlArgs } from '../graphql/args.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { ImageUploadUrlResult } from '../graphql/results.js';
import { Images } from './images.js';

/** Where images are uploaded to. */
@Resolver()
export class ImagesResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly images: Images,
  ) {}

  @Mutation(() => ImageUploadUrlResult, { description: 'Step 3: a URL for one PUT of the image.' })
  generateImageUploadUrl(@Context() context: IptContext, @Args() request: ImageUploadUrlArgs) {
    return this.inBand.run('generateImageUploadUrl', context, async () => {
      const { caller, baseUrl } = context;
      const { expiresAt, ...upload } = await this.images.issueUrl(caller, request, baseUrl);
      return { ...upload, expiresAt: expiresAt.toISOString() };
    });
  }
}
