import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { ContentModule } from '../content/copies/content.module.js';
import { ImagesModule } from '../images/checks/images.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { MetadataUpload } from './metadata-upload.js';
import { SymbolsModule } from '../symbols/symbols.module.js';

@Module({
  imports: [AgreementsModule, ContentModule, ImagesModule, LedgerModule, SymbolsModule],
  providers: [MetadataUpload],
  exports: [MetadataUpload],
})
export class MetadataModule {}
