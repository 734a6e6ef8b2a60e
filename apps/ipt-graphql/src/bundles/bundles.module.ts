import { Module } from '@nestjs/common';
import { BundleController } from './bundle.controller.js';
import { BundleService, BundlePacker } from './bundle.js';
import { CarPacker } from './car-packer.js';
import { ExplorerModule } from '../explorer/explorer.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { TermsModule } from '../terms/terms.module.js';

@Module({
  imports: [ExplorerModule, LedgerModule, TermsModule],
  providers: [BundleService, { provide: BundlePacker, useClass: CarPacker }],
  controllers: [BundleController],
})
export class BundlesModule {}
