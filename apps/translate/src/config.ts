import { isWellFormed } from '@sextant/platform-api-keys';
import {
  custom,
  integer,
  optional,
  text,
  toggle,
  type ConfigOf,
  type Kind,
} from '@sextant/platform-config';
import { httpSettings } from '@sextant/platform-http';
import { postgresSettings } from '@sextant/platform-postgres';
import { rateLimitSettings } from '@sextant/platform-rate-limit';
import { parseDirection } from './domain/direction.js';
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
  requestsPerMinute: integer({
    env: 'REQUESTS_PER_MINUTE',
    description: 'Requests that one key may send in a minute; more are answered with 429.',
    example: '6000',
    default: 6000,
    min: 1,
    max: 100_000_000,
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
  apertiumMaxPipelines: integer({
    env: 'APERTIUM_MAX_PIPELINES',
    description: 'Most modes that run at the same time; idle ones make room (16 to 960 MiB each).',
    example: '16',
    default: 16,
    min: 1,
    max: 200,
  }),
};

export type TranslateConfig = ConfigOf<typeof settings>;
