import { Global, Module } from '@nestjs/common';
import { Blobs, blobsOf } from '@sextant/platform-data/blobs';
import { BlobSettings } from './blob.settings.js';
import { BlobUpkeep } from './blob-upkeep.js';

/** Files, of whichever feature: global as the database is, and closed as late. */
@Global()
@Module({
  providers: [{ provide: Blobs, inject: [BlobSettings], useFactory: blobsOf }, BlobUpkeep],
  exports: [Blobs],
})
export class BlobsModule {}
