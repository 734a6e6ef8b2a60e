import { randomBytes } from 'node:crypto';
import { loadConfig } from '@sextant/platform-runtime/config';
import { IdempotencyStore } from '@sextant/platform-data/idempotency';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { migrated, testDatabase } from '@sextant/platform-testing';
import mongoose from 'mongoose';
import { notifications } from '../src/app.js';
import { BroadcastStore } from '../src/broadcasts/broadcast-store.js';
import { ClassStore } from '../src/broadcasts/class-store.js';
import { CalendarFeedStore } from '../src/calendar/calendar-feed-store.js';
import { EventMemory } from '../src/classroom-events/event-memory.js';
import { Database } from '../src/database/database.js';
import { DatabaseSettings } from '../src/database/database.settings.js';
import { SecretStore } from '../src/database/secret-store.js';
import { DeadLetterStore } from '../src/delivery/dead-letter-store.js';
import { TrailStore } from '../src/delivery/trail-store.js';
import { MailStore } from '../src/mail/mail-store.js';
import { CreationLog } from '../src/notifications/creation/creation-log.js';
import { NotificationStore } from '../src/notifications/notification-store.js';
import { ContactStore } from '../src/people/contact-store.js';
import { PeopleStore } from '../src/people/people-store.js';
import { PushStore } from '../src/push/push-store.js';
import { ReminderStore } from '../src/reminders/reminder-store.js';
import { PreferenceStore } from '../src/settings/preference-store.js';
import { SettingsStore } from '../src/settings/settings-store.js';
import { openStorage } from '../src/storage-context.js';

/** The ports of all features, as the service binds them. */
export type Storage = Awaited<ReturnType<typeof storageOf>>;

/** @param env names the database */
export async function storageOf(env: Readonly<Record<string, string>>) {
  const config = loadConfig(DatabaseSettings.schema, { argv: [], env });
  const context = await openStorage(config, silentLogger);
  return {
    notifications: context.get(NotificationStore),
    creations: context.get(CreationLog),
    settings: context.get(SettingsStore),
    preferences: context.get(PreferenceStore),
    people: context.get(PeopleStore),
    contacts: context.get(ContactStore),
    mail: context.get(MailStore),
    trail: context.get(TrailStore),
    audiences: context.get(ClassStore),
    jobs: context.get(BroadcastStore),
    calendars: context.get(CalendarFeedStore),
    reminders: context.get(ReminderStore),
    push: context.get(PushStore),
    events: context.get(EventMemory),
    deadLetters: context.get(DeadLetterStore),
    secrets: context.get(SecretStore),
    idempotency: context.get(IdempotencyStore),
    ping: () => context.get(Database).ping(),
    close: () => context.close(),
  };
}

/** A storage of one test file, empty at first. */
export interface TestStorage {
  readonly storage: Storage;
  /** What the service needs to use the same. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function postgresTestStorage(): Promise<TestStorage> {
  const database = await testDatabase(migrated(notifications));
  const env = { DATABASE_URL: database.url };
  const storage = await storageOf(env);
  return {
    storage,
    env,
    close: async () => {
      await storage.close();
      await database.drop();
    },
  };
}

export const mongoServer = process.env['MONGODB_URI'];

export async function mongoTestStorage(): Promise<TestStorage> {
  const url = new URL(mongoServer ?? '');
  url.pathname = `/test_${randomBytes(8).toString('hex')}`;
  const env = { MONGODB_URI: url.href };
  const storage = await storageOf(env);
  return {
    storage,
    env,
    close: async () => {
      await storage.close();
      // The development server looks through the collections of all databases at each command.
      await dropDatabase(url.href);
    },
  };
}

async function dropDatabase(url: string): Promise<void> {
  const connection = await mongoose.createConnection(url).asPromise();
  try {
    await connection.dropDatabase();
  } finally {
    await connection.close();
  }
}

/** Every storage, with the condition under which it can be had. */
export const STORAGES = [
  { name: 'PostgreSQL', open: postgresTestStorage, isThere: true },
  {
    name: 'MongoDB, needs MONGODB_URI',
    open: mongoTestStorage,
    isThere: mongoServer !== undefined,
  },
] as const;
