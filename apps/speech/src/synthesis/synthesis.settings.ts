import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class SynthesisSettings extends settingsOf({
  maxAudioSeconds: integer(
    'MAX_AUDIO_SECONDS',
    'Longest speech of one request, estimated before any work; more is refused with the number.',
    { default: 3600, min: 1, max: 86_400 },
  ),
}) {}
