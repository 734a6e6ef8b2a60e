import { custom, settingsOf } from '@sextant/platform-runtime/config';
import { voiceNames } from './voice-names.js';

export class VoiceNameSettings extends settingsOf({
  voiceNames: custom(
    voiceNames,
    'SPEECH_VOICE_NAMES',
    'Voices of models and servers that speak under built-in names, while they are there; none: built-in voices keep their names. If absent, the best neural voices that may be used in a business are george and lisa.',
    { example: 'george=kokoro-en-9,lisa=kokoro-en-0' },
  ),
}) {}
