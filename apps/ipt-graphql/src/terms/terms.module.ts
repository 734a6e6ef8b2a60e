import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { TermsDesk } from './terms-desk.js';

@Module({
  imports: [LedgerModule],
  providers: [TermsDesk],
  exports: [TermsDesk],
})
export class TermsModule {}
