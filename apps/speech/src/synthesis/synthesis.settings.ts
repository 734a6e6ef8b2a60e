import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class SynthesisSettings extends settingsOf({
  maxAudioSeconds: integer({
    env: 'MAX_AUDIO_SECONDS',
    description:
      'Longest speech of one request, estimated before any work; more is refused with the number.',
    example: '3600',
    default: 3600,
    min: 1,
    max: 86_400,
  }),
}) {}
