import { Injectable } from '@nestjs/common';
import { type Contact, ContactStore } from './contact-store.js';
import { type KnownPerson, PeopleStore } from './people-store.js';

/** What auth-server tells of an account. */
export interface Account {
  readonly person: KnownPerson;
  readonly contact: Contact;
}

/** People as their accounts have them: told by auth-server alone, which has checked the addresses. */
@Injectable()
export class Accounts {
  constructor(
    private readonly contacts: ContactStore,
    private readonly people: PeopleStore,
  ) {}

  /** Older news than is known changes nothing. */
  async put({ person, contact }: Account): Promise<void> {
    await this.people.remember([person], contact.changedAt);
    await this.contacts.put(contact);
  }

  /** The account is no more: nothing of the person stays that is their own. */
  async forget(user: string): Promise<void> {
    await this.people.forget(user);
  }
}
