import { Injectable } from '@nestjs/common';
import { MailSettings, MailTemplates } from '@sextant/platform-mail';
import { mailLayout } from './mail-layout.js';
import { MAIL_TEXTS } from './mail-texts.js';

/** The words of mails about notifications, in our layout. */
@Injectable()
export class NotificationTemplates extends MailTemplates {
  constructor({ mailTemplates }: MailSettings) {
    super(MAIL_TEXTS, mailTemplates, mailLayout());
  }
}
