import { Global, Module } from '@nestjs/common';
import { ContentStore } from '../content-store.js';
import { ContentSettings } from '../content.settings.js';
import { Archive, StorageAccounts } from './archive.js';
import { ConfiguredKeeping } from './configured-keeping.js';
import { contentStoreOf } from './content-stores.js';
import { CopyKeeping, CopyStore, SecondCopy } from './copies.js';
import { PostgresCopies } from './postgres-copies.js';
import { PostgresStorageAccounts } from './postgres-storage-accounts.js';
import { IpfsController } from '../ipfs.controller.js';
import { LedgerModule } from '../../ledger/ledger.module.js';

/** Documents and images, who has stored how much, and second copies of all: global, for terms, which copies read, read content. */
@Global()
@Module({
  imports: [LedgerModule],
  providers: [
    Archive,
    SecondCopy,
    { provide: ContentStore, inject: [ContentSettings], useFactory: contentStoreOf },
    { provide: StorageAccounts, useClass: PostgresStorageAccounts },
    { provide: CopyStore, useClass: PostgresCopies },
    { provide: CopyKeeping, useClass: ConfiguredKeeping },
  ],
  controllers: [IpfsController],
  exports: [Archive, ContentStore, StorageAccounts, SecondCopy],
})
export class ContentModule {}
