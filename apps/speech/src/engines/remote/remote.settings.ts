import {
  custom,
  integer,
  optional,
  settingsOf,
  text,
  url,
  type Kind,
} from '@sextant/platform-runtime/config';

/** A voice of a server, and its language where it has one (BCP 47). */
export interface RemoteVoice {
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

export class RemoteSettings extends settingsOf({
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
}) {}
