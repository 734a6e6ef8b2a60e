import { Module } from '@nestjs/common';
import { Idempotency } from '@sextant/platform-data/idempotency';
import { Composer } from './creation/composer.js';
import { Creations } from './creation/creations.js';
import { Creator } from './creation/creator.js';
import { CursorKey } from './cursor-key.js';
import { Inbox } from './inbox/inbox.js';
import { ListPages } from './inbox/list-pages.js';
import { Recovery } from './creation/recovery.js';
import { RequestKeys } from './creation/request-keys.js';
import { SearchTurns } from './search/search-turns.js';

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
