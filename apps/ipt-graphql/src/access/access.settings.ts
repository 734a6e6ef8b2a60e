import { custom, settingsOf } from '@sextant/platform-runtime/config';
import { wellFormedKey } from '@sextant/platform-security/api-keys';
import { atMost } from '../http/at-most.js';

/** The first key, and how often a key may call. */
export class AccessSettings extends settingsOf({
  bootstrapApiKey: custom(
    wellFormedKey,
    'BOOTSTRAP_API_KEY',
    'A key that may do everything, stored at start if it is not there yet.',
    { example: 'sxt_...', secret: true },
  ),
  requestsPerMinute: atMost(
    'REQUESTS_PER_MINUTE',
    'Requests that one key may send in a minute; more are answered with 429.',
    1200,
  ),
}) {}
