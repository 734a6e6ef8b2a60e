import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PostgresSafeSignatures } from './postgres-safe-signatures.js';
import { SafeService } from './safe-service.js';
import { SafeSignatureStore, TermsSignatures } from './safe-signatures.js';
import { SafesResolver } from './safes.resolver.js';
import { TermsModule } from '../terms/terms.module.js';

@Module({
  imports: [LedgerModule, TermsModule],
  providers: [
    TermsSignatures,
    SafeService,
    SafesResolver,
    { provide: SafeSignatureStore, useClass: PostgresSafeSignatures },
  ],
  exports: [TermsSignatures],
})
export class SafesModule {}
