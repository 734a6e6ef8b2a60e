import { settingsOf, text } from '@sextant/platform-runtime/config';

export class RecognitionSettings extends settingsOf({
  pocketsphinxModelDir: text(
    'POCKETSPHINX_MODEL_DIR',
    'Folder with en-us and cmudict-en-us.dict, as Debian installs it.',
    { default: '/usr/share/pocketsphinx/model/en-us' },
  ),
  recogniserDir: text(
    'RECOGNISER_DIR',
    'Folder of a neural recogniser for consents: Whisper, Moonshine, SenseVoice, a transducer.',
    { example: '/models/whisper-tiny' },
  ),
  speakerModel: text('SPEAKER_MODEL', 'Neural speaker embedding (ONNX) that compares speakers.', {
    example: '/models/wespeaker.onnx',
  }),
}) {}
