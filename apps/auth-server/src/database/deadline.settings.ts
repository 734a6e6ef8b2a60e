import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How long the database may take. */
export class DeadlineSettings extends settingsOf({
  databaseDeadlineMs: integer(
    'DATABASE_DEADLINE_MS',
    'After this a statement of the database is given up, and the request gets 503.',
    { default: 5000, min: 100, max: 20_000 },
  ),
}) {}
