import { optional, settingsOf, url } from '@sextant/platform-config';
import { jwtSettings } from '@sextant/platform-jwt';

export class TokenSettings extends settingsOf({
  ...jwtSettings,
  authIssuer: optional(
    url(
      ['http', 'https'],
      jwtSettings.authIssuer.env,
      'Issuer of access tokens that are accepted besides keys: the public address of auth-server.',
      { example: jwtSettings.authIssuer.example },
    ),
  ),
}) {}
