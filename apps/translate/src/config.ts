import { isWellFormed } from '@sextant/platform-api-keys';
import {
  custom,
  integer,
  optional,
  text,
  toggle,
  url,
  type ConfigOf,
  type Kind,
} from '@sextant/platform-config';
import { httpSettings } from '@sextant/platform-http';
import { jwtSettings } from '@sextant/platform-jwt';
import { postgresSettings } from '@sextant/platform-postgres';
import { rateLimitSettings } from '@sextant/platform-rate-limit';
import { parseDirection } from './domain/direction.js';
import { parseLanguage, type LanguageTag } from './domain/language.js';
import type { Direction } from './domain/translation-engine.js';

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

const directions: Kind<readonly Direction[]> = {
  expected: 'a comma-separated list of pairs',
  parse: (value) => {
    const parsed = value.split(',').map((pair) => parseDirection(pair.trim()));
    return parsed.every((direction) => direction !== undefined) ? parsed : undefined;
  },
};

const baseUrl: Kind<string> = {
  expected: 'an http or https address without a path',
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/';
    return isBase ? url.origin : undefined;
  },
};

const languages: Kind<readonly LanguageTag[]> = {
  expected: 'a comma-separated list of language codes',
  parse: (value) => {
    const parsed = value.split(',').map((code) => parseLanguage(code.trim()));
    return parsed.every((language) => language !== undefined) ? parsed : undefined;
  },
};

/** What large models of today translate well between (our choice). */
const CHAT_LANGUAGES: readonly LanguageTag[] = (
  'ar bg cs da de el en en-GB en-US es et fi fr he hu id it ja ko lt lv nb nl pl pt pt-BR pt-PT ro ru sk sl sv ' +
  'th tr uk vi zh zh-Hans zh-Hant'
)
  .split(' ')
  .flatMap((code) => parseLanguage(code) ?? []);

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
  phrasebookDir: optional(
    text({
      env: 'PHRASEBOOK_DIR',
      description: 'Folder of *.tsv and *.tmx files whose phrases are used before any engine.',
      example: '/etc/translate/phrases',
    }),
  ),
  phrasebookThreshold: integer({
    env: 'PHRASEBOOK_THRESHOLD',
    description: 'How like its text a phrase must be to be used, in percent.',
    example: '90',
    default: 100,
    min: 50,
    max: 100,
  }),
  apertiumModesDir: text({
    env: 'APERTIUM_MODES_DIR',
    description: 'Folder of the mode files of Apertium.',
    example: '/usr/share/apertium/modes',
    default: '/usr/share/apertium/modes',
  }),
  apertiumWarm: optional(
    custom(directions, {
      env: 'APERTIUM_WARM',
      description: 'Pairs that are started with the service, not at their first use.',
      example: 'en-es,es-en',
    }),
  ),
  apertiumSelfTest: toggle({
    env: 'APERTIUM_SELF_TEST',
    description:
      'Try every installed pair in the background after the start and leave broken ones out.',
    example: 'true',
    default: true,
  }),
  apertiumMemoryMib: integer({
    env: 'APERTIUM_MEMORY_MIB',
    description: 'Memory that all modes may take together, measured; idle ones make room.',
    example: '2048',
    default: 2048,
    min: 64,
    max: 1_048_576,
  }),
  apertiumMaxPipelines: integer({
    env: 'APERTIUM_MAX_PIPELINES',
    description: 'Most modes that run at the same time; idle ones make room (16 to 960 MiB each).',
    example: '16',
    default: 16,
    min: 1,
    max: 200,
  }),
  chatBaseUrl: optional(
    url(['http', 'https'], {
      env: 'CHAT_BASE_URL',
      description: 'Chat server with the interface of OpenAI (vLLM, llama.cpp, Ollama), up to /v1.',
      example: 'http://localhost:8000/v1',
    }),
  ),
  chatApiKey: optional(
    text({
      env: 'CHAT_API_KEY',
      description: 'Key of the chat server.',
      example: 'secret',
      secret: true,
    }),
  ),
  chatModel: text({
    env: 'CHAT_MODEL',
    description: 'Model of the chat server that translates.',
    example: 'gemma-3-12b-it',
    default: 'default',
  }),
  chatTimeoutMs: integer({
    env: 'CHAT_TIMEOUT_MS',
    description: 'Time for one request to the chat server, with all its attempts.',
    example: '25000',
    default: 25_000,
    min: 100,
    max: 600_000,
  }),
  chatConcurrency: integer({
    env: 'CHAT_CONCURRENCY',
    description: 'Requests to the chat server that may be under way at once.',
    example: '4',
    default: 4,
    min: 1,
    max: 1000,
  }),
  chatLanguages: custom(languages, {
    env: 'CHAT_LANGUAGES',
    description: 'Languages and variants between which the model translates.',
    example: 'de,en-GB,en-US,es',
    default: CHAT_LANGUAGES,
  }),
};

export type TranslateConfig = ConfigOf<typeof settings>;
