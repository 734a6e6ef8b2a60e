import { optional, settingsOf, url } from '@sextant/platform-runtime/config';
import { jwtSettings } from '@sextant/platform-security/jwt';

/** Whose access tokens are accepted: nobody's, unless an issuer is named. */
export class TokenSettings extends settingsOf({
  ...jwtSettings,
  authIssuer: optional(
    url(['http', 'https'], {
      env: jwtSettings.authIssuer.env,
      description:
        'Issuer of access tokens that are accepted besides keys: the public address of auth-server.',
      example: jwtSettings.authIssuer.example,
    }),
  ),
}) {}
