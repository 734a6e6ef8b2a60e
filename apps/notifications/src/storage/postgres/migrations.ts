import { CreateIdempotency1763800000000 } from '@sextant/platform-data/idempotency';
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
import { RememberEvents1763832000000 } from './migrations/remember-events.migration.js';

/** In the order in which they run. */
export const MIGRATIONS = [
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
];
