import { Global, Module } from '@nestjs/common';
import { Chains } from '../chain.js';
import { ConfiguredAccounts, ConfiguredChains } from './configured-chains.js';
import { Indexers } from './indexers.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { NodeAccounts } from '../../wallets/development-wallet.js';

/** The chains and their indexers: global, for features below ask chains by a port. */
@Global()
@Module({
  imports: [LedgerModule],
  providers: [
    ConfiguredChains,
    Indexers,
    { provide: Chains, useExisting: ConfiguredChains },
    { provide: NodeAccounts, useClass: ConfiguredAccounts },
  ],
  exports: [ConfiguredChains, Chains, NodeAccounts],
})
export class ChainsModule {}
