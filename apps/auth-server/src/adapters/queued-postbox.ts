import type { MailQueue } from '@sextant/platform-mail';
import type { DataSource } from 'typeorm';
import type { AccountMail, FailingMail, NewLink, Postbox } from '../domain/postbox.js';
import { insertLink } from './postgres-account-links.js';

/** Mails by the queue of `platform-mail`, each with its link in one transaction. */
export class QueuedPostbox implements Postbox {
  constructor(
    private readonly source: DataSource,
    private readonly queue: MailQueue,
    readonly isOpen: boolean,
  ) {}

  async post(mail: AccountMail, link?: NewLink): Promise<void> {
    if (!this.isOpen) return;
    await this.source.transaction(async (manager) => {
      const queued = await this.queue.add(mail, manager);
      // Nobody has the token of a mail that does not go out.
      if (queued === 'queued' && link !== undefined) await insertLink(manager, link);
    });
    this.queue.wake();
  }

  failing(limit: number): Promise<readonly FailingMail[]> {
    return this.queue.failing(limit);
  }
}
