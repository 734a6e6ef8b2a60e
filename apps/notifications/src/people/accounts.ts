import type { Contact } from '../mail/mail.js';
import type { KnownPerson, Storage } from '../storage/storage.js';

/** What auth-server tells of an account. */
export interface Account {
  readonly person: KnownPerson;
  readonly contact: Contact;
}

/** People as their accounts have them: told by auth-server alone, which has checked the addresses. */
export class Accounts {
  constructor(private readonly storage: Pick<Storage, 'contacts' | 'people'>) {}

  /** Older news than is known changes nothing. */
  async put({ person, contact }: Account): Promise<void> {
    await this.storage.people.remember([person], contact.changedAt);
    await this.storage.contacts.put(contact);
  }

  /** The account is no more: nothing of the person stays that is their own. */
  async forget(user: string): Promise<void> {
    await this.storage.people.forget(user);
  }
}
