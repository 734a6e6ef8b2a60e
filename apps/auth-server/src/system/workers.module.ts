import { Module } from '@nestjs/common';
import { AccountMailWorker } from '../accounts/account-mail-worker.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccountNews } from '../accounts/postgres-account-news.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { Pinger } from '../approvals/pings.js';
import { MailsModule } from '../mails/mails.module.js';
import { EventPusher } from '../security-events/event-pusher.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';

/** What the service does by itself, and its command line leaves to it: mails, pushed events, pings, news of accounts. */
@Module({
  imports: [AccountsModule, ApprovalsModule, MailsModule, SecurityEventsModule],
  providers: [AccountMailWorker, EventPusher, Pinger, AccountNews],
})
export class WorkersModule {}
