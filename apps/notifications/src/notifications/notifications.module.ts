import { Module } from '@nestjs/common';
import { Idempotency } from '@sextant/platform-data/idempotency';
import { Composer } from './composer.js';
import { Creations } from './creations.js';
import { Creator } from './creator.js';
import { CursorKey } from './cursor-key.js';
import { Inbox } from './inbox.js';
import { ListPages } from './list-pages.js';
import { Recovery } from './recovery.js';
import { RequestKeys } from './request-keys.js';
import { SearchTurns } from './search-turns.js';

@Module({
  providers: [
    Creator,
    Composer,
    Recovery,
    Creations,
    Inbox,
    SearchTurns,
    ListPages,
    CursorKey,
    { provide: Idempotency, useClass: RequestKeys },
  ],
  exports: [Creator, Composer, Creations, Inbox, ListPages, CursorKey, Idempotency],
})
export class NotificationsModule {}
