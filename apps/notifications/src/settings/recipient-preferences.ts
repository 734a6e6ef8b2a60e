import { Injectable } from '@nestjs/common';
import { ContactStore, type Contact } from '../people/contact-store.js';
import type { NotificationType } from '../notifications/notification.js';
import { withDefaults, type Preferences } from './preferences.js';
import { DEFAULT_SETTINGS, wants, type Settings } from './settings.js';
import { SettingsStore } from './settings-store.js';
import { PreferenceStore } from './preference-store.js';

/** What one person wants, and by which clock. */
export interface Wanted {
  readonly settings: Settings;
  readonly preferences: Preferences;
  readonly timeZone: string;
  readonly contact: Contact | undefined;
}

/** What recipients want, with what holds for those who never said. */
@Injectable()
export class RecipientPreferences {
  constructor(
    private readonly settings: SettingsStore,
    private readonly preferences: PreferenceStore,
    private readonly contacts: ContactStore,
  ) {}

  async of(users: readonly string[]): Promise<(user: string) => Wanted> {
    const [settings, stored, contacts] = await Promise.all([
      this.settings.ofUsers(users),
      this.preferences.ofUsers(users),
      this.contacts.ofUsers(users),
    ]);
    return (user) => {
      const preferences = stored.get(user) ?? withDefaults({});
      const contact = contacts.get(user);
      return {
        settings: settings.get(user) ?? DEFAULT_SETTINGS,
        preferences,
        timeZone: preferences.timeZone ?? contact?.timeZone ?? 'UTC',
        contact,
      };
    };
  }
}

/** Whether anything but the inbox may tell a person of it. */
export const mayTell = (
  { settings, preferences }: Wanted,
  type: NotificationType,
  classId: string | undefined,
): boolean =>
  wants(settings, type) && (classId === undefined || !preferences.mutedClasses.includes(classId));
