import { Global, Module } from '@nestjs/common';
import { IdempotencyStore } from '@sextant/platform-data/idempotency';
import { PostgresModule } from '@sextant/platform-data/postgres';
import { MIGRATIONS } from './migrations.js';
import { Database } from '../../database/database.js';
import { SuppressedAddresses } from '../../settings/own-preferences.js';
import { NotificationStore } from '../../notifications/notification-store.js';
import { CreationLog } from '../../notifications/creation/creation-log.js';
import { SettingsStore } from '../../settings/settings-store.js';
import { PreferenceStore } from '../../settings/preference-store.js';
import { PeopleStore } from '../../people/people-store.js';
import { ContactStore } from '../../people/contact-store.js';
import { MailStore } from '../../mail/mail-store.js';
import { TrailStore } from '../../delivery/trail-store.js';
import { ClassStore } from '../../broadcasts/class-store.js';
import { BroadcastStore } from '../../broadcasts/broadcast-store.js';
import { CalendarFeedStore } from '../../calendar/calendar-feed-store.js';
import { ReminderStore } from '../../reminders/reminder-store.js';
import { PushStore } from '../../push/push-store.js';
import { EventMemory } from '../../classroom-events/event-memory.js';
import { DeadLetterStore } from '../../delivery/dead-letter-store.js';
import { SecretStore } from '../../database/secret-store.js';
import { PostgresNotificationStore } from './postgres-notifications.js';
import { PostgresCreationLog } from './postgres-creations.js';
import { PostgresPeopleStore, PostgresContactStore } from './postgres-people.js';
import { PostgresSettingsStore, PostgresPreferenceStore } from './postgres-settings.js';
import { PostgresMailStore } from './postgres-mail.js';
import { PostgresTrailStore } from './postgres-trail.js';
import { PostgresClassStore, PostgresBroadcastStore } from './postgres-broadcasts.js';
import { PostgresCalendarFeedStore } from './postgres-calendars.js';
import { PostgresReminderStore } from './postgres-reminders.js';
import { PostgresPushStore } from './postgres-push.js';
import { PostgresSecretStore } from './postgres-secrets.js';
import { PostgresEventMemory, PostgresDeadLetterStore } from './postgres-events.js';
import { PostgresDatabase } from './postgres-database.js';
import { PostgresIdempotency } from './postgres-idempotency.js';

const STORES = [
  { provide: NotificationStore, useClass: PostgresNotificationStore },
  { provide: CreationLog, useClass: PostgresCreationLog },
  { provide: SettingsStore, useClass: PostgresSettingsStore },
  { provide: PreferenceStore, useClass: PostgresPreferenceStore },
  { provide: PeopleStore, useClass: PostgresPeopleStore },
  { provide: ContactStore, useClass: PostgresContactStore },
  { provide: MailStore, useClass: PostgresMailStore },
  { provide: TrailStore, useClass: PostgresTrailStore },
  { provide: ClassStore, useClass: PostgresClassStore },
  { provide: BroadcastStore, useClass: PostgresBroadcastStore },
  { provide: CalendarFeedStore, useClass: PostgresCalendarFeedStore },
  { provide: ReminderStore, useClass: PostgresReminderStore },
  { provide: PushStore, useClass: PostgresPushStore },
  { provide: EventMemory, useClass: PostgresEventMemory },
  { provide: DeadLetterStore, useClass: PostgresDeadLetterStore },
  { provide: SecretStore, useClass: PostgresSecretStore },
  { provide: IdempotencyStore, useClass: PostgresIdempotency },
  { provide: Database, useClass: PostgresDatabase },
  { provide: SuppressedAddresses, useExisting: MailStore },
];

/** The ports of all features on PostgreSQL; global, as features stand below. */
@Global()
@Module({
  imports: [PostgresModule.forRoot({ migrations: MIGRATIONS })],
  providers: STORES,
  exports: STORES.map(({ provide }) => provide),
})
export class PostgresStorageModule {}
