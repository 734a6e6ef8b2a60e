import { isWellFormed } from '@sextant/platform-api-keys';
import {
  custom,
  integer,
  oneOf,
  optional,
  text,
  url,
  type ConfigOf,
  type Kind,
} from '@sextant/platform-config';
import { httpSettings } from '@sextant/platform-http';
import { jwtSettings } from '@sextant/platform-jwt';
import { postgresSettings } from '@sextant/platform-postgres';
import { rateLimitSettings } from '@sextant/platform-rate-limit';
import { apertiumSettings } from './engines/apertium/apertium-factory.js';
import { chatSettings } from './engines/chat/chat-factory.js';
import { DETECTION_DATABASES } from './languages/eld-language-detector.js';
import { documentSettings } from './documents/documents.settings.js';
import { harperSettings } from './writing/harper/harper.settings.js';
import { languageToolSettings } from './writing/languagetool/languagetool.settings.js';
import { libreTranslateSettings } from './engines/libretranslate/libretranslate-factory.js';
import { onnxSettings } from './engines/onnx/onnx-factory.js';
import { phrasebookSettings } from './engines/phrasebook/phrasebook-factory.js';

const apiKey = (env: string, description: string) =>
  optional(
    custom(
      {
        expected: 'an API key: sxt_ and 36 characters, the last 6 of which are their checksum',
        parse: (value) => (isWellFormed(value) ? value : undefined),
      },
      { env, description, example: 'sxt_...', secret: true },
    ),
  );

const baseUrl: Kind<string> = {
  expected: 'an http or https address without a path',
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/';
    return isBase ? url.origin : undefined;
  },
};

/** The settings of translate. */
export const settings = {
  ...httpSettings({ port: 3001 }),
  ...postgresSettings,
  ...rateLimitSettings,
  bootstrapAuthKey: apiKey(
    'BOOTSTRAP_AUTH_KEY',
    'A key that may translate, stored at start if it is not there yet.',
  ),
  bootstrapAdminKey: apiKey(
    'BOOTSTRAP_ADMIN_KEY',
    'A key that may translate and administer, stored at start if it is not there yet.',
  ),
  ...jwtSettings,
  authIssuer: optional(
    url(['http', 'https'], {
      env: jwtSettings.authIssuer.env,
      description:
        'Issuer of access tokens that are accepted besides keys: the public address of auth-server.',
      example: jwtSettings.authIssuer.example,
    }),
  ),
  requestsPerMinute: integer({
    env: 'REQUESTS_PER_MINUTE',
    description: 'Requests that one key may send in a minute; more are answered with 429.',
    example: '6000',
    default: 6000,
    min: 1,
    max: 100_000_000,
  }),
  characterLimit: integer({
    env: 'CHARACTER_LIMIT',
    description: 'Characters that an organization may use in a calendar month; above, 456.',
    example: '20000000',
    default: 1_000_000_000_000,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  }),
  freeCharacterLimit: integer({
    env: 'FREE_CHARACTER_LIMIT',
    description: 'The same for its keys of the free plan, which end in :fx.',
    example: '500000',
    default: 500_000,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  }),
  proHost: optional(
    text({
      env: 'PRO_HOST',
      description: 'Host name for keys of the paid plan; others are sent to FREE_HOST.',
      example: 'api.translate.example',
    }),
  ),
  freeHost: optional(
    text({
      env: 'FREE_HOST',
      description: 'Host name for keys of the free plan; others are sent to PRO_HOST.',
      example: 'api-free.translate.example',
    }),
  ),
  publicUrl: optional(
    custom(baseUrl, {
      env: 'PUBLIC_URL',
      description:
        'Address of this service in links that it answers; the one that was asked if absent.',
      example: 'https://api.translate.example',
    }),
  ),
  memorySearchMs: integer({
    env: 'MEMORY_SEARCH_MS',
    description:
      'Time to search a translation memory for one request; what is left goes to the engine.',
    example: '2000',
    default: 2000,
    min: 0,
    max: 600_000,
  }),
  detectionDatabase: oneOf(DETECTION_DATABASES, {
    env: 'DETECTION_DATABASE',
    description: 'How much is known of languages to detect them; large knows more single words.',
    example: 'large',
    default: 'extrasmall',
  }),
  ...documentSettings,
  ...phrasebookSettings,
  ...apertiumSettings,
  ...onnxSettings,
  ...libreTranslateSettings,
  ...chatSettings,
  ...harperSettings,
  ...languageToolSettings,
};

export type TranslateConfig = ConfigOf<typeof settings>;
