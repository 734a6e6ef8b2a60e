import { optional, settingsOf, url } from '@sextant/platform-runtime/config';

/** Where the counters of all replicas are; without it each process counts for itself. */
export const rateLimitSettings = {
  redisUrl: optional(
    url(['redis', 'rediss'], {
      env: 'REDIS_URL',
      description: 'Redis that all replicas share for rate limits; in memory if absent.',
      example: 'redis://:password@redis:6379',
      secret: true,
    }),
  ),
};

/** The values of `rateLimitSettings`, for injection. */
export class RateLimitSettings extends settingsOf(rateLimitSettings) {}
