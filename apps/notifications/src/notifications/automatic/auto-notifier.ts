import { Injectable } from '@nestjs/common';
import { PeopleStore } from '../../people/people-store.js';
import { SettingsStore } from '../../settings/settings-store.js';
import type { Content } from '../creation/creation.js';
import { Creator } from '../creation/creator.js';
import { asKnown } from '../notification.js';
import { type Person } from '../../access/person.js';
import { DEFAULT_SETTINGS, wants } from '../../settings/settings.js';

/** A notification that no person sends. */
export interface AutoNotification {
  /** The same for the same occasion: it is notified of once. */
  readonly key: string;
  readonly academyId: string;
  /** At most 10,000. */
  readonly recipients: readonly Person[];
  readonly content: Content;
  readonly classId?: string;
  readonly isUrgent?: true;
}

/**
 * Sends automatic notifications to those who want their kind (spec 2, part 6). Who is not known reads one when the
 * person turns out to be of its academy.
 */
@Injectable()
export class AutoNotifier {
  constructor(
    private readonly settings: SettingsStore,
    private readonly people: PeopleStore,
    private readonly creator: Creator,
  ) {}

  /** @returns how many are notified */
  async notify({ recipients, ...notification }: AutoNotification): Promise<number> {
    const { creator } = this;
    const { academyId, content } = notification;
    const once = [...new Map(recipients.map((person) => [person.user, person])).values()];
    const users = once.map(({ user }) => user);
    const settings = await this.settings.ofUsers(users);
    const known = await this.people.known(users);
    const wanting = once
      .filter(
        ({ user }) =>
          wants(settings.get(user) ?? DEFAULT_SETTINGS, content.notificationType) &&
          (known.get(user)?.academyId ?? academyId) === academyId,
      )
      .map((person) =>
        known.has(person.user) ? asKnown(person, known) : { ...person, boundTo: academyId },
      );
    if (wanting.length === 0) return 0;
    const created = await creator.create({ ...notification, recipients: wanting });
    return created.recipients.length;
  }
}
