import { CreateApiKeys1763700000000 } from '@sextant/platform-security/api-keys';
import { CreateOutbox1763700000001 } from '@sextant/platform-events';
import {
  AgreeOnMints1763700000052,
  KeepHostileTexts1763700000053,
  CountStorage1763700000051,
  CreateIpt1763700000050,
} from './flows/initial.migration.js';
import { KeepCopies1763700000072 } from './content/copies/copies.migration.js';
import { EncryptAgreements1763700000074 } from './agreements/encryption.migration.js';
import { RelayTransactions1763700000075 } from './relayer/relayer.migration.js';
import { GiveSymbolsBack1763700000054 } from './symbols/symbols.migration.js';
import { LookTwice1763700000059 } from './chain/indexer/gaps.migration.js';
import { FindIpnfts1763700000056 } from './explorer/search.migration.js';
import { CollectSafeSignatures1763700000070 } from './safes/safes.migration.js';
import { KeepSignatures1763700000057 } from './sign-off/signer.migration.js';
import { FollowTokens1763700000058 } from './chain/indexer/tokens.migration.js';
import { LinkWallets1763700000071 } from './wallets/wallets.migration.js';
import { CallWebhooks1763700000055 } from './webhooks/webhooks.migration.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  CreateApiKeys1763700000000,
  CreateOutbox1763700000001,
  CreateIpt1763700000050,
  CountStorage1763700000051,
  AgreeOnMints1763700000052,
  KeepHostileTexts1763700000053,
  GiveSymbolsBack1763700000054,
  CallWebhooks1763700000055,
  FindIpnfts1763700000056,
  KeepSignatures1763700000057,
  FollowTokens1763700000058,
  LookTwice1763700000059,
  CollectSafeSignatures1763700000070,
  LinkWallets1763700000071,
  KeepCopies1763700000072,
  EncryptAgreements1763700000074,
  RelayTransactions1763700000075,
];
