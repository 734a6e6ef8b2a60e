import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { TermsResolver } from './terms.resolver.js';
import { TermsService } from './terms-service.js';

@Module({
  imports: [LedgerModule],
  providers: [TermsService, TermsResolver],
  exports: [TermsService],
})
export class TermsModule {}
