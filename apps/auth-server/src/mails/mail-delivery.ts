import { Injectable } from '@nestjs/common';
import { MailSettings, mailRouteOf, type MailRoute } from '@sextant/platform-mail';

export const isProduction = (): boolean => process.env['NODE_ENV'] === 'production';

/** Where mails go: to a server, into a folder for development, or nowhere. */
@Injectable()
export class MailDelivery {
  readonly route: MailRoute | undefined;

  constructor(settings: MailSettings) {
    this.route = mailRouteOf(settings, isProduction());
  }

  /** Where mails can be read here instead of being sent. */
  get mailbox(): MailRoute['mailbox'] {
    return this.route?.mailbox;
  }
}
