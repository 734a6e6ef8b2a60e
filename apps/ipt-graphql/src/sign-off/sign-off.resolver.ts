import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { SignoffArgs } from '../graphql/args.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { SignoffResult } from '../graphql/results.js';
import { SignOff } from './sign-off.js';

/** The authorization of a mint. */
@Resolver()
export class SignOffResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly signOff: SignOff,
  ) {}

  @Mutation(() => SignoffResult, { description: 'Step 8: what mintReservation takes.' })
  signoffMetadata(@Context() context: IptContext, @Args() { tokenURI, ...rest }: SignoffArgs) {
    return this.inBand.run('signoffMetadata', context, () =>
      this.signOff.authorize(context.caller, { ...rest, tokenUri: tokenURI }),
    );
  }
}
