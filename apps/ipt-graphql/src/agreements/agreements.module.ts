import { Module } from '@nestjs/common';
import { AgreementPrinter } from './agreement-printer.js';
import { AgreementSealer } from './agreement-sealer.js';
import { Agreements } from './agreements.js';
import { PdfPrinter } from './pdf-printer.js';
import { PostgresSealedAgreements } from './postgres-sealed-agreements.js';
import { SealedAgreements } from './sealed-agreements.js';
import { TemplateFiles } from './template-files.js';
import { Templates } from './template.js';
import { ContentModule } from '../content/copies/content.module.js';
import { ContentKeysModule } from '../content/keys/content-keys.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { SymbolsModule } from '../symbols/symbols.module.js';

@Module({
  imports: [ContentModule, ContentKeysModule, LedgerModule, SymbolsModule],
  providers: [
    Agreements,
    AgreementSealer,
    { provide: AgreementPrinter, useClass: PdfPrinter },
    { provide: Templates, useClass: TemplateFiles },
    { provide: SealedAgreements, useClass: PostgresSealedAgreements },
  ],
  exports: [Agreements, SealedAgreements],
})
export class AgreementsModule {}
