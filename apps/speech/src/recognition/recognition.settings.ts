import { optional, settingsOf, text } from '@sextant/platform-runtime/config';

export class RecognitionSettings extends settingsOf({
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
}) {}
