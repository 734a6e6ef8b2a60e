import { settingsOf } from '@sextant/platform-runtime/config';
import { perMinute } from '../http/per-minute.js';

/** How often addresses, clients and administrators may call. */
export class LimitSettings extends settingsOf({
  rateLimitIp: perMinute('RATE_LIMIT_IP', 'Requests a minute of one address.', 100),
  // Not `rateLimitToken`: the log would take it for a token and blank it.
  rateLimitTokens: perMinute(
    'RATE_LIMIT_TOKEN',
    'Requests a minute of one client at the token endpoints.',
    20,
  ),
  rateLimitAdmin: perMinute(
    'RATE_LIMIT_ADMIN',
    'Requests a minute of one user at the admin endpoints.',
    60,
  ),
  rateLimitForward: perMinute(
    'RATE_LIMIT_FORWARD',
    'Requests a minute of one session at the hosts of FORWARD_HOSTS.',
    3000,
  ),
}) {}
