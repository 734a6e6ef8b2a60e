import { Injectable } from '@nestjs/common';
import { MailQueue } from '@sextant/platform-mail';
import { afterCommit } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import { countryName, languageFor } from '../languages/languages.js';
import { MailDelivery } from './mail-delivery.js';
import { factorChangeText } from './texts/index.js';
import type { AccountMail, FailingMail, NewLink, AccountMailer } from './account-mailer.js';
import { insertLink } from './postgres-account-links.js';

/** Mails by the queue of `platform-mail`, each with its link in one transaction. */
@Injectable()
export class QueuedAccountMailer implements AccountMailer {
  readonly isOpen: boolean;

  constructor(
    private readonly source: DataSource,
    private readonly queue: MailQueue,
    delivery: MailDelivery,
  ) {
    this.isOpen = delivery.route !== undefined;
  }

  async post(mail: AccountMail, link?: NewLink): Promise<boolean> {
    if (!this.isOpen) return false;
    const isQueued = await this.source.transaction(async (manager) => {
      const queued = await this.queue.add(this.#worded(mail), manager);
      // Nobody has the token of a mail that does not go out.
      if (queued === 'queued' && link !== undefined) await insertLink(manager, link);
      return queued === 'queued';
    });
    await afterCommit(() => this.queue.wake());
    return isQueued;
  }

  #worded({ change, country, ...mail }: AccountMail): Omit<AccountMail, 'change' | 'country'> {
    const { ip } = mail.values;
    const values = {
      ...mail.values,
      ...(change === undefined
        ? {}
        : { what: factorChangeText(languageFor(mail.languages), change) }),
      ...(ip === undefined || country === undefined
        ? {}
        : { ip: `${ip} (${countryName(languageFor(mail.languages), country)})` }),
    };
    return { ...mail, values };
  }

  failing(limit: number): Promise<readonly FailingMail[]> {
    return this.queue.failing(limit);
  }
}
