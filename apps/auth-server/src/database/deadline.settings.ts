import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How long the database may take. */
export class DeadlineSettings extends settingsOf({
  databaseDeadlineMs: integer({
    env: 'DATABASE_DEADLINE_MS',
    description: 'After this a statement of the database is given up, and the request gets 503.',
    example: '5000',
    default: 5000,
    min: 100,
    max: 20_000,
  }),
}) {}
