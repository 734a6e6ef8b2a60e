import type { IdempotencyStore } from '@sextant/platform-idempotency';
import type { BroadcastStore } from '../broadcasts/broadcast-store.js';
import type { ClassStore } from '../broadcasts/class-store.js';
import type { CalendarFeedStore } from '../calendar/calendar-feed-store.js';
import type { MailStore } from '../mail/mail-store.js';
import type { ContactStore } from '../people/contact-store.js';
import { token } from '../http/token.js';
import type { TrailStore } from '../delivery/trail-store.js';
import type { NotificationStore } from '../notifications/notification-store.js';
import type { CreationLog } from '../notifications/creation-log.js';
import type { SettingsStore } from '../settings/settings-store.js';
import type { PreferenceStore } from '../settings/preference-store.js';
import type { PeopleStore } from '../people/people-store.js';
import type { ReminderStore } from '../reminders/reminder-store.js';
import type { DeadLetterStore } from '../delivery/dead-letter-store.js';
import type { PushStore } from '../push/push-store.js';
import type { EventMemory } from '../classroom-events/event-memory.js';
import type { SecretStore } from '../database/secret-store.js';

/** Everything that is kept, behind one port with two adapters. */
export interface Storage {
  readonly notifications: NotificationStore;
  readonly creations: CreationLog;
  readonly settings: SettingsStore;
  readonly preferences: PreferenceStore;
  readonly people: PeopleStore;
  readonly contacts: ContactStore;
  readonly mail: MailStore;
  readonly trail: TrailStore;
  readonly audiences: ClassStore;
  readonly jobs: BroadcastStore;
  readonly calendars: CalendarFeedStore;
  readonly reminders: ReminderStore;
  readonly push: PushStore;
  readonly events: EventMemory;
  readonly deadLetters: DeadLetterStore;
  readonly secrets: SecretStore;
  readonly idempotency: IdempotencyStore;
  /** Rejects while the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Names the storage that a process uses. */
export const STORAGE = token<Storage>('Storage');
