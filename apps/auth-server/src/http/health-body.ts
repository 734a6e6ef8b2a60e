import type { HealthBody } from '@sextant/platform-health';

/** The shapes of spec 2, part 2: readiness tells the state of the database as well. */
export const healthBody: HealthBody = ({ kind, status, checks, timestamp }) => ({
  status: status === 'up' ? 'ok' : status,
  ...(kind === 'ready' && checks['database'] ? { database: checks['database'].status } : {}),
  timestamp,
});
