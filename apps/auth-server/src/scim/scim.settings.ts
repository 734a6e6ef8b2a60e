import { optional, settingsOf, text } from '@sextant/platform-runtime/config';
import { perMinute } from '../http/per-minute.js';

/** The directory that fills users and groups. */
export class ScimSettings extends settingsOf({
  scimToken: optional(
    text({
      env: 'SCIM_TOKEN',
      description:
        'The token of the directory that fills users and groups by SCIM; without one nobody may.',
      example: 'kq9v...',
      secret: true,
    }),
  ),
  rateLimitScim: perMinute('RATE_LIMIT_SCIM', 'Requests a minute of the directory at /scim.', 1000),
}) {}
