import { Module } from '@nestjs/common';
import { MailQueue } from '@sextant/platform-mail';
import { CountriesModule } from '../countries/countries.module.js';
import { PostgresMailQueue } from './postgres-mail-queue.js';
import { AccountNotices } from './account-notices.js';
import { MailDelivery } from './mail-delivery.js';
import { AccountMailer, AccountLinks, AccountRequests } from './account-mailer.js';
import { PostgresAccountLinks } from './postgres-account-links.js';
import { PostgresAccountRequests } from './postgres-account-requests.js';
import { QueuedAccountMailer } from './postgres-account-mailer.js';

@Module({
  imports: [CountriesModule],
  providers: [
    MailDelivery,
    AccountNotices,
    { provide: MailQueue, useClass: PostgresMailQueue },
    { provide: AccountMailer, useClass: QueuedAccountMailer },
    { provide: AccountLinks, useClass: PostgresAccountLinks },
    { provide: AccountRequests, useClass: PostgresAccountRequests },
  ],
  exports: [MailDelivery, AccountNotices, MailQueue, AccountMailer, AccountLinks, AccountRequests],
})
export class MailsModule {}
