import { custom, integer, settingsOf, text, url } from '@sextant/platform-runtime/config';
import { remoteVoices } from './remote-voice.js';

export class RemoteSettings extends settingsOf({
  remoteTtsUrl: url(
    ['http', 'https'],
    'REMOTE_TTS_URL',
    "A speech server with OpenAI's interface, up to /v1.",
    { example: 'http://gpu.internal:8880/v1' },
  ),
  remoteTtsKey: text('REMOTE_TTS_KEY', 'Key of that server.', { example: 'sk-...', secret: true }),
  remoteTtsModel: text('REMOTE_TTS_MODEL', 'Model that it is asked for.', {
    example: 'kokoro',
    default: 'tts-1',
  }),
  remoteTtsVoices: custom(
    remoteVoices,
    'REMOTE_TTS_VOICES',
    'Its voices, separated by commas, with their locales: af_sky:en-US; offered as remote-<name>.',
    { example: 'af_sky:en-US,alloy' },
  ),
  remoteTtsTimeoutMs: integer('REMOTE_TTS_TIMEOUT_MS', 'Time for one sentence.', {
    default: 30_000,
    min: 100,
    max: 600_000,
  }),
}) {}
