import { custom, settingsOf, text } from '@sextant/platform-runtime/config';
import { origin } from './origin.js';

/** Who this server is. */
export class IdentitySettings extends settingsOf({
  issuer: custom(
    origin,
    'ISSUER',
    'Address under which callers reach the service, the iss of all tokens; http://localhost:PORT if absent.',
    { example: 'https://login.example.org' },
  ),
  brandName: text('BRAND_NAME', 'Name on the sign-in page.', {
    example: 'Example School',
    default: 'Sextant',
  }),
}) {}
