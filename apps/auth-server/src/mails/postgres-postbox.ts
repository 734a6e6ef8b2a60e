import type { MailQueue } from '@sextant/platform-mail';
import { afterCommit } from '@sextant/platform-postgres';
import type { DataSource } from 'typeorm';
import type { AccountMail, FactorChange, FailingMail, NewLink, Postbox } from './postbox.js';
import { insertLink } from './postgres-account-links.js';

export interface QueuedPostboxOptions {
  readonly isOpen: boolean;
  readonly countryText: (languages: AccountMail['languages'], country: string) => string;
  readonly changeText: (languages: AccountMail['languages'], change: FactorChange) => string;
}

/** Mails by the queue of `platform-mail`, each with its link in one transaction. */
export class QueuedPostbox implements Postbox {
  readonly isOpen: boolean;

  constructor(
    private readonly source: DataSource,
    private readonly queue: MailQueue,
    private readonly options: QueuedPostboxOptions,
  ) {
    this.isOpen = options.isOpen;
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
    const { changeText, countryText } = this.options;
    const { ip } = mail.values;
    const values = {
      ...mail.values,
      ...(change === undefined ? {} : { what: changeText(mail.languages, change) }),
      ...(ip === undefined || country === undefined
        ? {}
        : { ip: `${ip} (${countryText(mail.languages, country)})` }),
    };
    return { ...mail, values };
  }

  failing(limit: number): Promise<readonly FailingMail[]> {
    return this.queue.failing(limit);
  }
}
