import { Injectable } from '@nestjs/common';
import { MailSettings, mailRouteOf, type MailTransport } from '@sextant/platform-mail';

/** What takes mails: a server, a folder in development, or nothing. */
@Injectable()
export class MailDelivery {
  readonly transport: MailTransport | undefined;

  constructor(settings: MailSettings) {
    this.transport = mailRouteOf(settings, process.env['NODE_ENV'] === 'production')?.transport;
  }
}
