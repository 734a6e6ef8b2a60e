import { custom, optional, settingsOf, type Kind } from '@sextant/platform-runtime/config';
import { isWellFormed } from '@sextant/platform-security/api-keys';
import { atMost } from '../http/at-most.js';

const apiKey: Kind<string> = {
  expected: 'an API key: sxt_ and 36 characters, the last 6 of which are their checksum',
  parse: (value) => (isWellFormed(value) ? value : undefined),
};

/** The first key, and how often a key may call. */
export class AccessSettings extends settingsOf({
  bootstrapApiKey: optional(
    custom(apiKey, {
      env: 'BOOTSTRAP_API_KEY',
      description: 'A key that may do everything, stored at start if it is not there yet.',
      example: 'sxt_...',
      secret: true,
    }),
  ),
  requestsPerMinute: atMost(
    'REQUESTS_PER_MINUTE',
    'Requests that one key may send in a minute; more are answered with 429.',
    1200,
  ),
}) {}
