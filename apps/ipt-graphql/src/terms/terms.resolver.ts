import { Args, Context, Int, Query, Resolver } from '@nestjs/graphql';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { TermsMessageResult } from '../graphql/results.js';
import { TermsService } from './terms-service.js';

const text = { type: () => String, nullable: true } as const;
const int = { type: () => Int, nullable: true } as const;

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
