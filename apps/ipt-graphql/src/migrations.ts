/** The tables of the service: TypeORM runs them in the order of the time in their names. */
export { CreateApiKeys1763700000000 } from '@sextant/platform-security/api-keys';
export { CreateOutbox1763700000001 } from '@sextant/platform-events';
export { CreateIpt1763700000050 } from './database/initial.migration.js';
export { CountStorage1763700000051 } from './content/copies/storage-accounts.migration.js';
export { AgreeOnMints1763700000052 } from './ledger/agreed-mints.migration.js';
export { KeepHostileTexts1763700000053 } from './chain/indexer/hostile-texts.migration.js';
export { GiveSymbolsBack1763700000054 } from './symbols/symbols.migration.js';
export { CallWebhooks1763700000055 } from './webhooks/webhooks.migration.js';
export { FindIpnfts1763700000056 } from './explorer/search.migration.js';
export { KeepSignatures1763700000057 } from './sign-off/signer.migration.js';
export { FollowTokens1763700000058 } from './chain/indexer/tokens.migration.js';
export { LookTwice1763700000059 } from './chain/indexer/gaps.migration.js';
export { CollectSafeSignatures1763700000070 } from './safes/safes.migration.js';
export { LinkWallets1763700000071 } from './wallets/wallets.migration.js';
export { KeepCopies1763700000072 } from './content/copies/copies.migration.js';
export { EncryptAgreements1763700000074 } from './agreements/encryption.migration.js';
export { RelayTransactions1763700000075 } from './relayer/relayer.migration.js';
