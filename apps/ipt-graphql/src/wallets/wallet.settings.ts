import { settingsOf, toggle } from '@sextant/platform-runtime/config';

/** For which wallets people may act. */
export class WalletSettings extends settingsOf({
  requireLinkedWallets: toggle({
    env: 'REQUIRE_LINKED_WALLETS',
    description: 'Whether people who come with tokens act for wallets alone that they have linked.',
    example: 'true',
    default: false,
  }),
}) {}
