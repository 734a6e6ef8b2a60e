import { isWellFormed } from '@sextant/platform-api-keys';
import {
  custom,
  integer,
  list,
  optional,
  text,
  url,
  type ConfigOf,
  type Kind,
} from '@sextant/platform-config';
import { eventsSettings } from '@sextant/platform-events';
import { httpSettings } from '@sextant/platform-http';
import { jwtSettings } from '@sextant/platform-jwt';
import { postgresSettings } from '@sextant/platform-postgres';
import { rateLimitSettings } from '@sextant/platform-rate-limit';
import { availableParallelism } from 'node:os';
import { SHARED_VOICES } from './voices/catalogue/catalogue.js';
import { voiceSettings } from './voice-settings.js';

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

/** A voice of a server, and its language where it has one (BCP 47). */
interface RemoteVoice {
  readonly name: string;
  readonly locale?: string | undefined;
}

const remoteVoices: Kind<readonly RemoteVoice[]> = {
  expected: 'names separated by commas, each with its locale where it has one: af_sky:en-US',
  parse: (value) => {
    const parsed = value.split(',').map((item) => {
      const [, name, locale] =
        /^([\w.+-]{1,100})(?::([A-Za-z0-9-]{2,35}))?$/.exec(item.trim()) ?? [];
      return name === undefined ? undefined : { name, locale };
    });
    return parsed.some((voice) => voice === undefined)
      ? undefined
      : parsed.filter((voice) => voice !== undefined);
  },
};

const voiceNames: Kind<ReadonlyMap<string, string>> = {
  expected: 'built-in voices and what speaks for them, separated by commas: george=kokoro-0',
  parse: (value) => {
    const pairs = value.split(',').map((item) => item.trim().split('='));
    const isKnown = pairs.every(
      ([name = '', other = '', ...more]) =>
        SHARED_VOICES.some(({ id }) => id === name) &&
        /^[\w.+-]{1,200}$/.test(other) &&
        more.length === 0,
    );
    return isKnown ? new Map(pairs.map(([name = '', other = '']) => [name, other])) : undefined;
  },
};

const origins: Kind<readonly string[]> = {
  expected: 'origins such as https://app.example.org, separated by commas, or *',
  parse: (value) => {
    const parsed = value.split(',').map((origin) => origin.trim());
    return parsed.every((origin) => origin === '*' || /^https?:\/\/[^/\s]+$/.test(origin))
      ? parsed
      : undefined;
  },
};

/** The settings of speech. */
export const settings = {
  ...httpSettings({ port: 3004 }),
  ...postgresSettings,
  ...rateLimitSettings,
  ...eventsSettings,
  ...voiceSettings,
  ...jwtSettings,
  authIssuer: optional(
    url(['http', 'https'], {
      env: jwtSettings.authIssuer.env,
      description:
        'Issuer of access tokens that are accepted besides keys: the public address of auth-server.',
      example: jwtSettings.authIssuer.example,
    }),
  ),
  bootstrapApiKey: apiKey(
    'BOOTSTRAP_API_KEY',
    'A key with all scopes for the workspace "default", stored at start if it is not there yet.',
  ),
  bootstrapOtherApiKey: apiKey(
    'BOOTSTRAP_OTHER_API_KEY',
    'The same for the workspace "other", to try what belongs to whom.',
  ),
  corsOrigins: optional(
    custom(origins, {
      env: 'CORS_ORIGINS',
      description:
        'Origins whose pages may call synthesis, models and voices, or *; none if absent.',
      example: 'https://app.example.org',
    }),
  ),
  webhookAllowHosts: optional(
    list({
      env: 'WEBHOOK_ALLOW_HOSTS',
      description:
        'Hosts in private networks that webhooks may call, by http too: host or host:port.',
      example: 'hooks.intranet:8080',
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
  concurrentSyntheses: integer({
    env: 'CONCURRENT_SYNTHESES',
    description: 'Syntheses of one key that may be under way at once; more are answered with 429.',
    example: '50',
    default: 50,
    min: 1,
    max: 100_000,
  }),
  liveSessions: integer({
    env: 'LIVE_SESSIONS',
    description: 'Live sessions (WebSocket) of this process at once; more are answered with 503.',
    example: '200',
    default: 200,
    min: 0,
    max: 100_000,
  }),
  liveResumeSeconds: integer({
    env: 'LIVE_RESUME_SECONDS',
    description: 'How long a live session waits for a client that lost its connection.',
    example: '30',
    default: 30,
    min: 0,
    max: 3600,
  }),
  espeakLibrary: text({
    env: 'ESPEAK_LIBRARY',
    description:
      "espeak-ng as WebAssembly (none), from this library, or from the machine's where it has one (auto).",
    example: '/usr/local/lib/libespeak-ng.so.1',
    default: 'auto',
  }),
  engineProcesses: integer({
    env: 'ENGINE_PROCESSES',
    description: 'Processes of each embedded engine: one synthesis at a time runs in each.',
    example: '4',
    default: Math.max(2, Math.min(8, availableParallelism())),
    min: 1,
    max: 64,
  }),
  speechModelProcesses: integer({
    env: 'SPEECH_MODEL_PROCESSES',
    description:
      'Processes of each neural model, each with the model in memory: so many sentences are computed at once.',
    example: '1',
    default: 1,
    min: 1,
    max: 64,
  }),
  engineQueue: integer({
    env: 'ENGINE_QUEUE',
    description:
      'Syntheses of one workspace that may wait for a process; more are answered with 429.',
    example: '200',
    default: 200,
    min: 0,
    max: 100_000,
  }),
  maxAudioSeconds: integer({
    env: 'MAX_AUDIO_SECONDS',
    description:
      'Longest speech of one request, estimated before any work; more is refused with the number.',
    example: '3600',
    default: 3600,
    min: 1,
    max: 86_400,
  }),
  speechModelsDir: optional(
    text({
      env: 'SPEECH_MODELS_DIR',
      description:
        'Folder whose folders are neural models: Piper and other VITS, Kokoro, Matcha, ZipVoice.',
      example: '/models',
    }),
  ),
  voiceNames: optional(
    custom(voiceNames, {
      env: 'SPEECH_VOICE_NAMES',
      description:
        'Voices of models and servers that speak under built-in names, while they are there.',
      example: 'george=kokoro-en-9,lisa=kokoro-en-0',
    }),
  ),
  remoteTtsUrl: optional(
    url(['http', 'https'], {
      env: 'REMOTE_TTS_URL',
      description: "A speech server with OpenAI's interface, up to /v1.",
      example: 'http://gpu.internal:8880/v1',
    }),
  ),
  remoteTtsKey: optional(
    text({
      env: 'REMOTE_TTS_KEY',
      description: 'Key of that server.',
      example: 'sk-...',
      secret: true,
    }),
  ),
  remoteTtsModel: text({
    env: 'REMOTE_TTS_MODEL',
    description: 'Model that it is asked for.',
    example: 'kokoro',
    default: 'tts-1',
  }),
  remoteTtsVoices: optional(
    custom(remoteVoices, {
      env: 'REMOTE_TTS_VOICES',
      description:
        'Its voices, separated by commas, with their locales: af_sky:en-US; offered as remote-<name>.',
      example: 'af_sky:en-US,alloy',
    }),
  ),
  remoteTtsTimeoutMs: integer({
    env: 'REMOTE_TTS_TIMEOUT_MS',
    description: 'Time for one sentence.',
    example: '30000',
    default: 30_000,
    min: 100,
    max: 600_000,
  }),
};

export type SpeechConfig = ConfigOf<typeof settings>;
