import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { ImagesModule } from '../images/checks/images.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { MetadataResolver } from './metadata.resolver.js';
import { MetadataUpload } from './metadata-upload.js';
import { SymbolsModule } from '../symbols/symbols.module.js';

@Module({
  imports: [AgreementsModule, ImagesModule, LedgerModule, SymbolsModule],
  providers: [MetadataUpload, MetadataResolver],
})
export class MetadataModule {}
