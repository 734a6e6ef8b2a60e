import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { IdempotencyStore } from '@sextant/platform-data/idempotency';
import { DatabaseSettings } from '../../database/database.settings.js';
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
import { MongoNotificationStore } from './mongo-notifications.js';
import { MongoCreationLog } from './mongo-creations.js';
import { MongoPeopleStore, MongoContactStore } from './mongo-people.js';
import { MongoSettingsStore, MongoPreferenceStore } from './mongo-settings.js';
import { MongoMailStore } from './mongo-mail.js';
import { MongoTrailStore } from './mongo-trail.js';
import { MongoClassStore, MongoBroadcastStore } from './mongo-broadcasts.js';
import { MongoCalendarFeedStore } from './mongo-calendars.js';
import { MongoReminderStore } from './mongo-reminders.js';
import { MongoPushStore } from './mongo-push.js';
import { MongoSecretStore } from './mongo-secrets.js';
import { MongoEventMemory, MongoDeadLetterStore } from './mongo-events.js';
import { COLLECTIONS } from './mongo-collections.js';
import { connectionOptions } from './mongo-connection.js';
import { MongoDatabase } from './mongo-database.js';
import { MongoIdempotency } from './mongo-idempotency.js';

const STORES = [
  { provide: NotificationStore, useClass: MongoNotificationStore },
  { provide: CreationLog, useClass: MongoCreationLog },
  { provide: SettingsStore, useClass: MongoSettingsStore },
  { provide: PreferenceStore, useClass: MongoPreferenceStore },
  { provide: PeopleStore, useClass: MongoPeopleStore },
  { provide: ContactStore, useClass: MongoContactStore },
  { provide: MailStore, useClass: MongoMailStore },
  { provide: TrailStore, useClass: MongoTrailStore },
  { provide: ClassStore, useClass: MongoClassStore },
  { provide: BroadcastStore, useClass: MongoBroadcastStore },
  { provide: CalendarFeedStore, useClass: MongoCalendarFeedStore },
  { provide: ReminderStore, useClass: MongoReminderStore },
  { provide: PushStore, useClass: MongoPushStore },
  { provide: EventMemory, useClass: MongoEventMemory },
  { provide: DeadLetterStore, useClass: MongoDeadLetterStore },
  { provide: SecretStore, useClass: MongoSecretStore },
  { provide: IdempotencyStore, useClass: MongoIdempotency },
  { provide: Database, useClass: MongoDatabase },
  { provide: SuppressedAddresses, useExisting: MailStore },
];

/** The ports of all features on MongoDB; global, as features stand below. */
@Global()
@Module({
  imports: [
    MongooseModule.forRootAsync({ inject: [DatabaseSettings], useFactory: connectionOptions }),
    MongooseModule.forFeature([...COLLECTIONS]),
  ],
  providers: STORES,
  exports: STORES.map(({ provide }) => provide),
})
export class MongoStorageModule {}
