import { blobSettings } from '@sextant/platform-blobs';
import { integer, optional, text, toggle } from '@sextant/platform-config';

/** The settings of voices and their consent. */
export const voiceSettings = {
  ...blobSettings({ what: 'samples and consent recordings', app: 'speech' }),
  allowDeprecatedConsent: toggle({
    env: 'SPEECH_ALLOW_DEPRECATED_CONSENT',
    description: 'Whether the old field consent, which verifies nothing, is enough for a clone.',
    example: 'true',
    default: false,
  }),
  consentChallengesPerHour: integer({
    env: 'CONSENT_CHALLENGES_PER_HOUR',
    description: 'Consent challenges that one workspace may create in an hour.',
    example: '36',
    default: 36,
    min: 1,
    max: 1_000_000,
  }),
  pocketsphinxModelDir: text({
    env: 'POCKETSPHINX_MODEL_DIR',
    description: 'Folder with en-us and cmudict-en-us.dict, as Debian installs it.',
    example: '/usr/share/pocketsphinx/model/en-us',
    default: '/usr/share/pocketsphinx/model/en-us',
  }),
  recogniserDir: optional(
    text({
      env: 'RECOGNISER_DIR',
      description:
        'Folder of a neural recogniser for consents: Whisper, Moonshine, SenseVoice, a transducer.',
      example: '/models/whisper-tiny',
    }),
  ),
  speakerModel: optional(
    text({
      env: 'SPEAKER_MODEL',
      description: 'Neural speaker embedding (ONNX) that compares speakers.',
      example: '/models/wespeaker.onnx',
    }),
  ),
};
