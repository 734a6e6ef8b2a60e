import { custom, optional, settingsOf, text } from '@sextant/platform-runtime/config';
import { origin } from './origin.js';

/** Who this server is. */
export class IdentitySettings extends settingsOf({
  issuer: optional(
    custom(origin, {
      env: 'ISSUER',
      description:
        'Address under which callers reach the service, the iss of all tokens; http://localhost:PORT if absent.',
      example: 'https://login.example.org',
    }),
  ),
  brandName: text({
    env: 'BRAND_NAME',
    description: 'Name on the sign-in page.',
    example: 'Example School',
    default: 'Sextant',
  }),
}) {}
