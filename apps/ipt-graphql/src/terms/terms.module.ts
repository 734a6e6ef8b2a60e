import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { TermsService } from './terms-service.js';

@Module({
  imports: [LedgerModule],
  providers: [TermsService],
  exports: [TermsService],
})
export class TermsModule {}
