import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class RequestLimitSettings extends settingsOf({
  requestsPerMinute: integer({
    env: 'REQUESTS_PER_MINUTE',
    description: 'Requests that one key may send in a minute; more are answered with 429.',
    example: '6000',
    default: 6000,
    min: 1,
    max: 100_000_000,
  }),
}) {}
