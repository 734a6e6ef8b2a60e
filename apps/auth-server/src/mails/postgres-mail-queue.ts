import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { MailQueue, MailSettings, MailTemplates } from '@sextant/platform-mail';
import { DataSource } from 'typeorm';
import { Sealer } from '../keys/sealer.js';
import { MAIL_TEXTS } from './texts/index.js';

/** The queue, sealed: what waits in it holds links that open accounts. */
@Injectable()
export class PostgresMailQueue extends MailQueue {
  constructor(
    source: DataSource,
    sealer: Sealer,
    { mailTemplates }: MailSettings,
    clock: Clock,
    ids: Ids,
  ) {
    super({ source, sealer, clock, ids, templates: new MailTemplates(MAIL_TEXTS, mailTemplates) });
  }
}
