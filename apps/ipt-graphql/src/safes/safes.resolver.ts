import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { SafeService } from './safe-service.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { SafeSignatureArgs, SafeTermsArgs, SafeTermsResult } from './safe-results.js';

/** What the owners of Safes sign, one after the other. */
@Resolver()
export class SafesResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly service: SafeService,
  ) {}

  @Query(() => SafeTermsResult, {
    description: 'Who has signed terms for a Safe, and what the others have to sign.',
  })
  safeTerms(@Context() context: IptContext, @Args() request: SafeTermsArgs) {
    return this.inBand.run('safeTerms', context, async () => ({
      safeTerms: await this.service.show(context.caller, request),
    }));
  }

  @Mutation(() => SafeTermsResult, {
    description:
      'Stores what an owner of a Safe has signed of terms; the same again changes nothing.',
  })
  addSafeSignature(@Context() context: IptContext, @Args() request: SafeSignatureArgs) {
    return this.inBand.run('addSafeSignature', context, async () => ({
      safeTerms: await this.service.add(context.caller, request),
    }));
  }
}
