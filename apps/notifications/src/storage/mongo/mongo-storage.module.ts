import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DatabaseSettings } from '../../database/database.settings.js';
import * as ports from '../ports.js';
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
  { provide: ports.NotificationStore, useClass: MongoNotificationStore },
  { provide: ports.CreationLog, useClass: MongoCreationLog },
  { provide: ports.SettingsStore, useClass: MongoSettingsStore },
  { provide: ports.PreferenceStore, useClass: MongoPreferenceStore },
  { provide: ports.PeopleStore, useClass: MongoPeopleStore },
  { provide: ports.ContactStore, useClass: MongoContactStore },
  { provide: ports.MailStore, useClass: MongoMailStore },
  { provide: ports.TrailStore, useClass: MongoTrailStore },
  { provide: ports.ClassStore, useClass: MongoClassStore },
  { provide: ports.BroadcastStore, useClass: MongoBroadcastStore },
  { provide: ports.CalendarFeedStore, useClass: MongoCalendarFeedStore },
  { provide: ports.ReminderStore, useClass: MongoReminderStore },
  { provide: ports.PushStore, useClass: MongoPushStore },
  { provide: ports.EventMemory, useClass: MongoEventMemory },
  { provide: ports.DeadLetterStore, useClass: MongoDeadLetterStore },
  { provide: ports.SecretStore, useClass: MongoSecretStore },
  { provide: ports.IdempotencyStore, useClass: MongoIdempotency },
  { provide: ports.Database, useClass: MongoDatabase },
  { provide: ports.SuppressedAddresses, useExisting: ports.MailStore },
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
