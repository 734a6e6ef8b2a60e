import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class RequestLimitSettings extends settingsOf({
  requestsPerMinute: integer(
    'REQUESTS_PER_MINUTE',
    'Requests that one key may send in a minute; more are answered with 429.',
    { default: 6000, min: 1, max: 100_000_000 },
  ),
}) {}
