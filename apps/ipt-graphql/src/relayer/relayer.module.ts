import { Module } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { ConfiguredChains } from '../chain/indexer/configured-chains.js';
import { SigningModule } from '../chain/keys/signing.module.js';
import { PostgresRelays } from './postgres-relays.js';
import { RelayerService } from './relayer-service.js';
import { RelayChains, RelayStore } from './relayer.js';
import { RelayedTransactionConnectionResolver, RelayerResolver } from './relayer.resolver.js';
import { RelayerSettings } from './relayer.settings.js';
import { Relaying } from './relaying.js';
import { configuredRelayers } from './rpc-relayers.js';
import { KeySigner } from '../signing/keystore-signer.js';
import { SigningSettings } from '../signing/signing.settings.js';
import { WalletsModule } from '../wallets/wallets.module.js';

@Module({
  imports: [SigningModule, WalletsModule],
  providers: [
    RelayerService,
    Relaying,
    RelayerResolver,
    RelayedTransactionConnectionResolver,
    {
      provide: RelayChains,
      inject: [ConfiguredChains, KeySigner, RelayerSettings, SigningSettings, Logger],
      useFactory: configuredRelayers,
    },
    { provide: RelayStore, useClass: PostgresRelays },
  ],
})
export class RelayerModule {}
