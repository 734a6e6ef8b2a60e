import { Module } from '@nestjs/common';
import { AgreementsResolver } from './agreements.resolver.js';
import { AgreementPrinter } from './agreement-printer.js';
import { AgreementSealer } from './agreement-sealer.js';
import { Agreements } from './agreements.js';
import { PdfPrinter } from './pdf-printer.js';
import { PostgresSealedAgreements } from './postgres-sealed-agreements.js';
import { SealedAgreements } from './sealed-agreements.js';
import { TemplateFiles } from './template-files.js';
import { Templates } from './template.js';
import { ConfiguredWrapper } from '../content/keys/configured-wrapper.js';
import { ContentKeyWrapping } from '../content/keys/content-keys.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { SymbolsModule } from '../symbols/symbols.module.js';

@Module({
  imports: [LedgerModule, SymbolsModule],
  providers: [
    Agreements,
    AgreementSealer,
    AgreementsResolver,
    { provide: ContentKeyWrapping, useClass: ConfiguredWrapper },
    { provide: AgreementPrinter, useClass: PdfPrinter },
    { provide: Templates, useClass: TemplateFiles },
    { provide: SealedAgreements, useClass: PostgresSealedAgreements },
  ],
  exports: [Agreements, SealedAgreements, ContentKeyWrapping],
})
export class AgreementsModule {}
