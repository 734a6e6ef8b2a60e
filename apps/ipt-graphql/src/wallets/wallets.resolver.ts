import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { WalletService } from './wallet-service.js';
import { InBand, type IptContext } from '../graphql/in-band.js';
import { LinkedWalletResult, LinkedWalletsResult, WalletNonceResult } from './wallet-results.js';

const text = { type: () => String, nullable: true } as const;

/** The wallets of whoever comes with an access token. */
@Resolver()
export class WalletsResolver {
  constructor(
    private readonly inBand: InBand,
    private readonly service: WalletService,
  ) {}

  @Query(() => LinkedWalletsResult, { description: 'Your wallets; needs an access token.' })
  linkedWallets(@Context() context: IptContext) {
    return this.inBand.run('linkedWallets', context, async () => ({
      wallets: await this.service.list(context.caller),
    }));
  }

  @Mutation(() => WalletNonceResult, {
    description: 'A nonce for a message of EIP-4361, good for one link within ten minutes.',
  })
  createWalletNonce(@Context() context: IptContext) {
    return this.inBand.run('createWalletNonce', context, () =>
      this.service.offerNonce(context.caller),
    );
  }

  @Mutation(() => LinkedWalletResult, { description: 'Links the wallet that signed the message.' })
  linkWallet(
    @Context() context: IptContext,
    @Args('message', { ...text, description: 'Of EIP-4361, as it was signed.' })
    message: string | null,
    @Args('signature', { ...text, description: 'By its address (EIP-191, ERC-1271, ERC-6492).' })
    signature: string | null,
  ) {
    return this.inBand.run('linkWallet', context, async () => ({
      wallet: await this.service.link(context.caller, { message, signature }),
    }));
  }

  @Mutation(() => LinkedWalletsResult, {
    description: 'Ends the links of a wallet, on all chains.',
  })
  unlinkWallet(
    @Context() context: IptContext,
    @Args('address', { ...text, description: 'The wallet.' }) address: string | null,
  ) {
    return this.inBand.run('unlinkWallet', context, async () => ({
      wallets: await this.service.unlink(context.caller, address),
    }));
  }
}
