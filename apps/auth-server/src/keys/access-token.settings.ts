import { oneOf, settingsOf, text } from '@sextant/platform-runtime/config';
import { SIGNING_ALGORITHMS } from './signing-keys.js';

/** What access tokens and security events are signed as, and for whom. */
export class AccessTokenSettings extends settingsOf({
  accessTokenAlgorithm: oneOf(SIGNING_ALGORITHMS, {
    env: 'ACCESS_TOKEN_ALGORITHM',
    description: 'Signature of access tokens: RS256, ES256 or EdDSA.',
    example: 'ES256',
    default: 'ES256',
  }),
  accessTokenAudience: text({
    env: 'ACCESS_TOKEN_AUDIENCE',
    description: 'The aud of access tokens that name no other resource.',
    example: 'sextant',
    default: 'sextant',
  }),
}) {}
