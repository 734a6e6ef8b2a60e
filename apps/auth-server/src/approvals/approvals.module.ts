import { Module } from '@nestjs/common';
import { ApprovalMails, ApprovalLimits } from './approval-mails.js';
import { ApprovalController, ApprovalLinkController } from './approval.controller.js';
import { Approvals } from './approvals.js';
import { Pings } from './pings.js';
import { PostgresPings } from './postgres-pings.js';
import { MailsModule } from '../mails/mails.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { UsersModule } from '../users/users.module.js';

@Module({
  imports: [MailsModule, PagesModule, UsersModule],
  providers: [
    ApprovalMails,
    ApprovalLimits,
    Approvals,
    { provide: Pings, useClass: PostgresPings },
  ],
  controllers: [ApprovalLinkController, ApprovalController],
  exports: [ApprovalMails, Pings],
})
export class ApprovalsModule {}
