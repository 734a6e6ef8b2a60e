import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.js';
import { AccountPages } from './account-page.presenter.js';

@Module({
  imports: [MailsModule],
  providers: [AccountPages],
  exports: [AccountPages],
})
export class PagesModule {}
