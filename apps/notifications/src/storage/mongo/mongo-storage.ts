import { secureRandom } from '@sextant/platform-clock';
import mongoose from 'mongoose';
import type { Storage } from '../storage.js';
import { MongoClasses, MongoBroadcasts } from './mongo-broadcasts.js';
import { MongoCalendars } from './mongo-calendars.js';
import { MongoContacts, MongoPreferences } from './mongo-contacts.js';
import { MongoCreations } from './mongo-creations.js';
import { MongoDeadLetters, MongoEvents } from './mongo-events.js';
import { MongoIdempotency } from './mongo-idempotency.js';
import { MongoMail } from './mongo-mail.js';
import { MongoNotifications } from './mongo-notifications.js';
import { MongoPeople, MongoSettings } from './mongo-people.js';
import { MongoPush, MongoSecrets } from './mongo-push.js';
import { MongoReminders } from './mongo-reminders.js';
import { MongoTrail } from './mongo-trail.js';
import { modelsOf } from './mongo-schemas.js';

/** Longest wait for a server, at start and when it goes away. */
const SERVER_TIMEOUT_MS = 5000;

/** Opens the storage on MongoDB, with its indexes made. What is acknowledged is on a majority's disks. */
export async function openMongoStorage(uri: string, poolSize: number): Promise<Storage> {
  const connection = await mongoose
    .createConnection(uri, {
      appName: 'sextant-notifications',
      autoIndex: false,
      autoCreate: false,
      maxPoolSize: poolSize,
      serverSelectionTimeoutMS: SERVER_TIMEOUT_MS,
      socketTimeoutMS: 20_000,
      writeConcern: { w: 'majority', journal: true },
    })
    .asPromise();
  const models = modelsOf(connection);
  for (const model of Object.values(models)) await model.createIndexes();
  const events = new MongoEvents(models.usedEvents);
  const trail = new MongoTrail(models.steps);
  return {
    notifications: new MongoNotifications(models.notifications, trail),
    preferences: new MongoPreferences(models.preferences),
    contacts: new MongoContacts(models.contacts),
    mail: new MongoMail(models),
    trail,
    audiences: new MongoClasses(models),
    calendars: new MongoCalendars(models),
    jobs: new MongoBroadcasts(models.jobs),
    creations: new MongoCreations(models.creations, events),
    settings: new MongoSettings(models.settings, secureRandom),
    people: new MongoPeople(models),
    reminders: new MongoReminders(models),
    push: new MongoPush(models),
    events,
    deadLetters: new MongoDeadLetters(models.deadLetters),
    secrets: new MongoSecrets(models.secrets),
    idempotency: new MongoIdempotency(models.keys),
    ping: async () => {
      await connection.db?.command({ ping: 1 });
    },
    close: () => connection.close(),
  };
}
