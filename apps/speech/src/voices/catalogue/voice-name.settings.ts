import { custom, optional, settingsOf, type Kind } from '@sextant/platform-runtime/config';
import { SHARED_VOICES } from './catalogue.js';

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

export class VoiceNameSettings extends settingsOf({
  voiceNames: optional(
    custom(voiceNames, {
      env: 'SPEECH_VOICE_NAMES',
      description:
        'Voices of models and servers that speak under built-in names, while they are there.',
      example: 'george=kokoro-en-9,lisa=kokoro-en-0',
    }),
  ),
}) {}
