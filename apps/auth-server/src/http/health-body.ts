import type { HealthBody } from '@sextant/platform-runtime/health';

/**
 * The shapes of spec 2, part 2: readiness tells the state of the database as well and, our addition,
 * where the rate limits count.
 */
export const healthBody: HealthBody = ({ kind, status, checks, timestamp }) => ({
  status: status === 'up' ? 'ok' : status,
  ...(kind === 'ready' && checks['database'] ? { database: checks['database'].status } : {}),
  ...(kind === 'ready' && checks['rate_limits']
    ? { rate_limits: limitsOf(checks['rate_limits']) }
    : {}),
  timestamp,
});

const limitsOf = ({ store, message }: Readonly<Record<string, unknown>>) => ({
  store,
  ...(message === undefined ? {} : { message }),
});
