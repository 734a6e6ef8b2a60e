import { Module } from '@nestjs/common';
import { MailQueue } from '@sextant/platform-mail';
import { CountriesModule } from '../countries/countries.module.js';
import { PostgresMailQueue } from './postgres-mail-queue.js';
import { AccountNotices } from './account-notices.js';
import { MailDelivery } from './mail-delivery.js';
import { Postbox, AccountLinks, AccountRequests } from './postbox.js';
import { PostgresAccountLinks } from './postgres-account-links.js';
import { PostgresAccountRequests } from './postgres-account-requests.js';
import { QueuedPostbox } from './postgres-postbox.js';

@Module({
  imports: [CountriesModule],
  providers: [
    MailDelivery,
    AccountNotices,
    { provide: MailQueue, useClass: PostgresMailQueue },
    { provide: Postbox, useClass: QueuedPostbox },
    { provide: AccountLinks, useClass: PostgresAccountLinks },
    { provide: AccountRequests, useClass: PostgresAccountRequests },
  ],
  exports: [MailDelivery, AccountNotices, MailQueue, Postbox, AccountLinks, AccountRequests],
})
export class MailsModule {}
