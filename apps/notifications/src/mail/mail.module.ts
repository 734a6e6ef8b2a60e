import { Module } from '@nestjs/common';
import { MailTemplates } from '@sextant/platform-mail';
import { AccessModule } from '../access/access.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { Bounces } from './bounces.js';
import { MailDelivery } from './mail-delivery.js';
import { Mailer, Mailings } from './mailings.js';
import { NotificationTemplates } from './notification-templates.js';
import { TemplateMailer } from './template-mailer.js';
import { UnsubscribeKey } from './unsubscribe-key.js';
import { Unsubscriptions } from './unsubscriptions.js';

@Module({
  imports: [AccessModule, SettingsModule],
  providers: [
    UnsubscribeKey,
    Unsubscriptions,
    MailDelivery,
    { provide: MailTemplates, useClass: NotificationTemplates },
    TemplateMailer,
    { provide: Mailer, useExisting: TemplateMailer },
    Mailings,
    Bounces,
  ],
  exports: [Unsubscriptions, TemplateMailer, Mailings, Bounces],
})
export class MailModule {}
