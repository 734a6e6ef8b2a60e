import { Global, Module } from '@nestjs/common';
import { PostgresModule } from '@sextant/platform-data/postgres';
import * as ports from '../ports.js';
import * as MIGRATIONS from './migrations.js';
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
  { provide: ports.NotificationStore, useClass: PostgresNotificationStore },
  { provide: ports.CreationLog, useClass: PostgresCreationLog },
  { provide: ports.SettingsStore, useClass: PostgresSettingsStore },
  { provide: ports.PreferenceStore, useClass: PostgresPreferenceStore },
  { provide: ports.PeopleStore, useClass: PostgresPeopleStore },
  { provide: ports.ContactStore, useClass: PostgresContactStore },
  { provide: ports.MailStore, useClass: PostgresMailStore },
  { provide: ports.TrailStore, useClass: PostgresTrailStore },
  { provide: ports.ClassStore, useClass: PostgresClassStore },
  { provide: ports.BroadcastStore, useClass: PostgresBroadcastStore },
  { provide: ports.CalendarFeedStore, useClass: PostgresCalendarFeedStore },
  { provide: ports.ReminderStore, useClass: PostgresReminderStore },
  { provide: ports.PushStore, useClass: PostgresPushStore },
  { provide: ports.EventMemory, useClass: PostgresEventMemory },
  { provide: ports.DeadLetterStore, useClass: PostgresDeadLetterStore },
  { provide: ports.SecretStore, useClass: PostgresSecretStore },
  { provide: ports.IdempotencyStore, useClass: PostgresIdempotency },
  { provide: ports.Database, useClass: PostgresDatabase },
  { provide: ports.SuppressedAddresses, useExisting: ports.MailStore },
];

/** The ports of all features on PostgreSQL; global, as features stand below. */
@Global()
@Module({
  imports: [PostgresModule.forRoot({ migrations: MIGRATIONS })],
  providers: STORES,
  exports: STORES.map(({ provide }) => provide),
})
export class PostgresStorageModule {}
