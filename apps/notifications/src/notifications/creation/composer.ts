import { Injectable } from '@nestjs/common';
import { NotificationsSettings } from '../notifications.settings.js';
import { CreationLog } from './creation-log.js';
import { PeopleStore } from '../../people/people-store.js';
import { ACCESS_ERRORS } from '../../access/access-errors.js';
import { fieldInvalid } from '../../http/field-errors.js';
import { personOf, type Caller } from '../../access/caller.js';
import type { StoredCreation } from './creation.js';
import { Creator } from './creator.js';
import { asKnown } from '../notification.js';
import { type Person } from '../../access/person.js';

/** A notification that a person sends. */
export interface Message {
  readonly toUserList: readonly Person[];
  readonly title: string;
  readonly description: string;
  readonly category?: string;
  /** Pushes do not wait for the end of quiet hours. */
  readonly isUrgent?: true;
  /** The same for the same request: it is created once. */
  readonly key?: string;
}

/** That a caller may create notifications: only `Composer.permit` gives one. */
export class Permit {
  constructor(readonly caller: Caller) {}
}

export interface Composed {
  readonly creation: StoredCreation;
  /** Users who were asked for and are of another academy, or whom the service has never heard of. */
  readonly unknown: readonly string[];
}

/** Lets people send notifications (spec 2, part 4.2: administrators, managers, registered teachers). */
@Injectable()
export class Composer {
  constructor(
    private readonly people: PeopleStore,
    private readonly creations: CreationLog,
    private readonly creator: Creator,
    private readonly settings: NotificationsSettings,
  ) {}

  /** @throws {Problem} `permission_denied` */
  async permit(caller: Caller): Promise<Permit> {
    if (await this.mayCreate(caller)) return new Permit(caller);
    throw ACCESS_ERRORS.permissionDenied();
  }

  async mayCreate({ user, academyId, roles }: Caller): Promise<boolean> {
    if (roles.includes('admin') || roles.includes('manager')) return true;
    return roles.includes('teacher') && (await this.people.isRegistered(user, academyId));
  }

  /**
   * Creates the records of all recipients, each once; none for those of another academy. Who is not known reads
   * it when the person turns out to be of the caller's academy.
   *
   * @throws {Problem} `field_invalid` when no recipient is left
   */
  async send(
    { caller }: Permit,
    { toUserList, key, isUrgent, ...message }: Message,
  ): Promise<Composed> {
    const once = [...new Map(toUserList.map((person) => [person.user, person])).values()];
    const known = await this.people.known(once.map(({ user }) => user));
    const isReachable = ({ user }: Person) => {
      const academyId = known.get(user)?.academyId;
      return academyId === undefined
        ? !this.settings.knownRecipientsOnly
        : academyId === caller.academyId;
    };
    const recipients = once
      .filter(isReachable)
      .map((person) =>
        known.has(person.user) ? asKnown(person, known) : { ...person, boundTo: caller.academyId },
      );
    if (recipients.length === 0) throw fieldInvalid('toUserList');
    const creation = await this.creator.create({
      academyId: caller.academyId,
      sender: personOf(caller),
      recipients,
      content: { ...message, notificationType: 'direct', autoDeleteOnCheck: true },
      ...(key === undefined ? {} : { key }),
      ...(isUrgent === undefined ? {} : { isUrgent }),
    });
    const unknown = once.filter((person) => !isReachable(person) || !known.has(person.user));
    return { creation, unknown: unknown.map(({ user }) => user) };
  }

  /** What an earlier request created. */
  async sent(id: string): Promise<StoredCreation | undefined> {
    return this.creations.find(id);
  }
}
