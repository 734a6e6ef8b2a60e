import type { Contact, ContactStore } from '../people/contact-store.js';
import type { NotificationType } from '../notifications/notification.js';
import { withDefaults, type Preferences } from './preferences.js';
import { DEFAULT_SETTINGS, wants, type Settings } from './settings.js';
import type { SettingsStore } from './settings-store.js';
import type { PreferenceStore } from './preference-store.js';

/** What one person wants, and by which clock. */
export interface Wish {
  readonly settings: Settings;
  readonly preferences: Preferences;
  readonly timeZone: string;
  readonly contact: Contact | undefined;
}

export interface WishesUses {
  readonly settings: SettingsStore;
  readonly preferences: PreferenceStore;
  readonly contacts: ContactStore;
}

/** The wishes of many, with what holds for those who have none. */
export async function wishesOf(
  { settings, preferences, contacts }: WishesUses,
  users: readonly string[],
): Promise<(user: string) => Wish> {
  const [own, how, known] = await Promise.all([
    settings.ofUsers(users),
    preferences.ofUsers(users),
    contacts.ofUsers(users),
  ]);
  return (user) => {
    const wish = how.get(user) ?? withDefaults({});
    const contact = known.get(user);
    return {
      settings: own.get(user) ?? DEFAULT_SETTINGS,
      preferences: wish,
      timeZone: wish.timeZone ?? contact?.timeZone ?? 'UTC',
      contact,
    };
  };
}

/** Whether anything but the inbox may tell a person of it. */
export const mayTell = (
  { settings, preferences }: Wish,
  type: NotificationType,
  classId: string | undefined,
): boolean =>
  wants(settings, type) && (classId === undefined || !preferences.mutedClasses.includes(classId));
