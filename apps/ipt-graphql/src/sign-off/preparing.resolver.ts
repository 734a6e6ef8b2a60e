import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import { Preparation, type Prepared } from './preparation.js';
import { PrepareMintArgs, PrepareTokenizeArgs } from '../graphql/args.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { TransactionResult } from '../graphql/results.js';

/** Transactions that are ready to be sent. */
@Resolver()
export class PreparingResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly preparation: Preparation,
  ) {}

  @Query(() => TransactionResult, {
    description:
      'The transaction of the mint that was signed off; without ipnftId that of the reservation.',
  })
  prepareMint(@Context() context: IptContext, @Args() { tokenURI, ...rest }: PrepareMintArgs) {
    return this.inBand.run('prepareMint', context, async () =>
      present(await this.preparation.mint(context.caller, { ...rest, tokenUri: tokenURI })),
    );
  }

  @Query(() => TransactionResult, { description: 'The transaction that tokenizes.' })
  prepareTokenize(@Context() context: IptContext, @Args() request: PrepareTokenizeArgs) {
    return this.inBand.run('prepareTokenize', context, async () =>
      present(await this.preparation.tokenize(context.caller, request)),
    );
  }
}

const DESCRIPTIONS: Readonly<Record<Prepared['step'], string>> = {
  RESERVE: 'Reserves an id for an IP-NFT.',
  MINT: 'Mints the IP-NFT that was signed off.',
  TOKENIZE: 'Makes the ERC-20 tokens of an IP-NFT.',
};

function present({ valueWei, estimate, preparedAt, ...rest }: Prepared) {
  const { to, data, chainId } = rest;
  const value = valueWei.toString();
  return {
    ...rest,
    value,
    gasEstimate: estimate.gas?.toString() ?? null,
    gasEstimateError: estimate.refusal ?? null,
    // The files that the Transaction Builder of Safe imports: `BatchFile` of safe-global/safe-react-apps.
    safeTransaction: JSON.stringify({
      version: '1.0',
      chainId: String(chainId),
      createdAt: preparedAt.getTime(),
      meta: {
        name: `Sextant: ${rest.step.toLowerCase()}`,
        description: DESCRIPTIONS[rest.step],
      },
      transactions: [{ to, value, data }],
    }),
  };
}
