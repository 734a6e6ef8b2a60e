import { oneOf, settingsOf, text } from '@sextant/platform-runtime/config';
import { SIGNING_ALGORITHMS } from './signing-keys.js';

/** What access tokens and security events are signed as, and for whom. */
export class AccessTokenSettings extends settingsOf({
  accessTokenAlgorithm: oneOf(
    SIGNING_ALGORITHMS,
    'ACCESS_TOKEN_ALGORITHM',
    'Signature of access tokens: RS256, ES256 or EdDSA.',
    { default: 'ES256' },
  ),
  accessTokenAudience: text(
    'ACCESS_TOKEN_AUDIENCE',
    'The aud of access tokens that name no other resource.',
    { default: 'sextant' },
  ),
}) {}
