/** The tables of the service: TypeORM runs them in the order of the time in their names. */
export { CreateIdempotency1763800000000 } from '@sextant/platform-data/idempotency';
export { CreateNotifications1763810000000 } from './migrations/create-notifications.migration.js';
export { AddPushHost1763830000000 } from './migrations/add-push-host.migration.js';
export { KeyEventsByAcademy1763831000000 } from './migrations/key-events-by-academy.migration.js';
export { RememberEvents1763832000000 } from './migrations/remember-events.migration.js';
export { BindRecords1763840000000 } from './migrations/bind-records.migration.js';
export { AddChannels1763850000000 } from './migrations/add-channels.migration.js';
export { AddAudiences1763860000000 } from './migrations/add-audiences.migration.js';
export { AddPushReason1763870000000 } from './migrations/add-push-reason.migration.js';
export { AddCalendarFeeds1763880000000 } from './migrations/add-calendar-feeds.migration.js';
export { AddMailSentTo1763900000000 } from './migrations/add-mail-sent-to.migration.js';
export { AddJobReached1763920000000 } from './migrations/add-job-reached.migration.js';
export { AddPushAbout1763930000000 } from './migrations/add-push-about.migration.js';
export { AddDeactivated1763940000000 } from './migrations/add-deactivated.migration.js';
