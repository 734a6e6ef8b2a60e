import { Module } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { StorageAccounts } from '../../content/copies/archive.js';
import { ContentModule } from '../../content/copies/content.module.js';
import { SigningSecretSettings } from '../../http/signing-secret.settings.js';
import { SharpImageChecks } from './sharp-image-checks.js';
import { ImageSettings } from '../image.settings.js';
import { ImageChecks, Images, ObjectStore } from '../images.js';
import { objectStoreOf } from '../object-stores.js';
import { Ledger } from '../../ledger/ledger.js';
import { LedgerModule } from '../../ledger/ledger.module.js';

@Module({
  imports: [ContentModule, LedgerModule],
  providers: [
    Images,
    { provide: ImageChecks, useClass: SharpImageChecks },
    {
      provide: ObjectStore,
      inject: [ImageSettings, SigningSecretSettings, Ledger, StorageAccounts, Clock],
      useFactory: objectStoreOf,
    },
  ],
  exports: [Images, ObjectStore],
})
export class ImagesModule {}
