import { NOTIFICATION_ERRORS, fieldInvalid } from './notification-errors.js';
import { personOf, type Caller } from './caller.js';
import type { StoredCreation } from './creation.js';
import type { Creator } from './creator.js';
import type { Person } from './notification.js';
import type { Storage } from './storage.js';

/** A notification that a person sends. */
export interface Message {
  readonly toUserList: readonly Person[];
  readonly title: string;
  readonly description: string;
  readonly category?: string;
  /** The same for the same request: it is created once. */
  readonly key?: string;
}

export interface Composed {
  readonly creation: StoredCreation;
  /** Users who were asked for and cannot be notified. */
  readonly unknown: readonly string[];
}

export interface ComposerOptions {
  /** Whether recipients whom the service has never heard of are unknown, too. */
  readonly knownOnly: boolean;
}

export interface ComposerUses {
  readonly storage: Pick<Storage, 'people' | 'creations'>;
  readonly creator: Pick<Creator, 'create'>;
}

/** Lets people send notifications (spec 2, part 4.2: administrators, managers, registered teachers). */
export class Composer {
  constructor(
    private readonly uses: ComposerUses,
    private readonly options: ComposerOptions,
  ) {}

  /** @throws {Problem} `permission_denied` */
  async requirePermission({ user, academyId, roles }: Caller): Promise<void> {
    if (roles.includes('admin') || roles.includes('manager')) return;
    const isTeacher = roles.includes('teacher');
    if (isTeacher && (await this.uses.storage.people.isRegistered(user, academyId))) return;
    throw NOTIFICATION_ERRORS.permissionDenied();
  }

  /**
   * Creates the records of all recipients, each once; those of another academy are unknown.
   *
   * @throws {Problem} `permission_denied`; `field_invalid` when no recipient is left
   */
  async send(caller: Caller, { toUserList, key, ...message }: Message): Promise<Composed> {
    await this.requirePermission(caller);
    const once = [...new Map(toUserList.map((person) => [person.user, person])).values()];
    const academies = await this.uses.storage.people.academies(once.map(({ user }) => user));
    const isReachable = ({ user }: Person) => {
      const academyId = academies.get(user);
      return academyId === undefined ? !this.options.knownOnly : academyId === caller.academyId;
    };
    const recipients = once.filter(isReachable);
    if (recipients.length === 0) throw fieldInvalid('toUserList');
    const creation = await this.uses.creator.create({
      academyId: caller.academyId,
      sender: personOf(caller),
      recipients,
      content: { ...message, notificationType: 'direct', autoDeleteOnCheck: true },
      ...(key === undefined ? {} : { key }),
    });
    const unknown = once.filter((person) => !isReachable(person)).map(({ user }) => user);
    return { creation, unknown };
  }

  /** What an earlier request created. */
  async sent(id: string): Promise<StoredCreation | undefined> {
    return this.uses.storage.creations.find(id);
  }
}
