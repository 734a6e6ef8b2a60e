import { secureRandom } from '@sextant/platform-clock';
import {
  CreateIdempotency1763800000000,
  PostgresIdempotencyStore,
} from '@sextant/platform-idempotency';
import type { Logger } from '@sextant/platform-logging';
import { openDataSource, type PostgresConfig } from '@sextant/platform-postgres';
import type { Metrics } from '@sextant/platform-telemetry';
import type { DataSource } from 'typeorm';
import type { Storage } from '../storage.js';
import { AddAudiences1763860000000 } from './migrations/add-audiences.migration.js';
import { AddCalendarFeeds1763880000000 } from './migrations/add-calendar-feeds.migration.js';
import { AddChannels1763850000000 } from './migrations/add-channels.migration.js';
import { AddDeactivated1763940000000 } from './migrations/add-deactivated.migration.js';
import { AddJobReached1763920000000 } from './migrations/add-job-reached.migration.js';
import { AddMailSentTo1763900000000 } from './migrations/add-mail-sent-to.migration.js';
import { CreateNotifications1763810000000 } from './migrations/create-notifications.migration.js';
import { BindRecords1763840000000 } from './migrations/bind-records.migration.js';
import { KeyEventsByAcademy1763831000000 } from './migrations/key-events-by-academy.migration.js';
import { AddPushHost1763830000000 } from './migrations/add-push-host.migration.js';
import { AddPushAbout1763930000000 } from './migrations/add-push-about.migration.js';
import { AddPushReason1763870000000 } from './migrations/add-push-reason.migration.js';
import { PostgresClasses, PostgresBroadcasts } from './postgres-broadcasts.js';
import { PostgresCalendars } from './postgres-calendars.js';
import { PostgresContacts, PostgresPreferences } from './postgres-contacts.js';
import { PostgresCreations } from './postgres-creations.js';
import { PostgresMail } from './postgres-mail.js';
import { PostgresNotifications } from './postgres-notifications.js';
import { PostgresPeople, PostgresSettings } from './postgres-people.js';
import { PostgresDeadLetters, PostgresEvents } from './postgres-events.js';
import { PostgresPush, PostgresSecrets } from './postgres-push.js';
import { PostgresReminders } from './postgres-reminders.js';
import { PostgresTrail } from './postgres-trail.js';
import { RememberEvents1763832000000 } from './migrations/remember-events.migration.js';

/** Opens the storage on PostgreSQL, with its tables brought up to date. */
export async function openPostgresStorage(
  config: PostgresConfig,
  logger: Logger,
  metrics?: Metrics,
): Promise<Storage> {
  return postgresStorage(
    await openDataSource({
      config,
      logger,
      app: 'notifications',
      ...(metrics === undefined ? {} : { metrics }),
      migrations: [
        CreateIdempotency1763800000000,
        CreateNotifications1763810000000,
        AddPushHost1763830000000,
        KeyEventsByAcademy1763831000000,
        RememberEvents1763832000000,
        BindRecords1763840000000,
        AddChannels1763850000000,
        AddAudiences1763860000000,
        AddPushReason1763870000000,
        AddCalendarFeeds1763880000000,
        AddMailSentTo1763900000000,
        AddJobReached1763920000000,
        AddPushAbout1763930000000,
        AddDeactivated1763940000000,
      ],
    }),
  );
}

function postgresStorage(source: DataSource): Storage {
  return {
    notifications: new PostgresNotifications(source),
    creations: new PostgresCreations(source),
    settings: new PostgresSettings(source, secureRandom),
    preferences: new PostgresPreferences(source),
    contacts: new PostgresContacts(source),
    mail: new PostgresMail(source),
    audiences: new PostgresClasses(source),
    calendars: new PostgresCalendars(source),
    jobs: new PostgresBroadcasts(source),
    trail: new PostgresTrail(source),
    people: new PostgresPeople(source),
    reminders: new PostgresReminders(source),
    push: new PostgresPush(source),
    events: new PostgresEvents(source),
    deadLetters: new PostgresDeadLetters(source),
    secrets: new PostgresSecrets(source),
    idempotency: new PostgresIdempotencyStore(source),
    ping: async () => {
      await source.query('SELECT 1');
    },
    close: () => source.destroy(),
  };
}
