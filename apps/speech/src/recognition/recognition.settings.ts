import { settingsOf, text } from '@sextant/platform-runtime/config';

export class RecognitionSettings extends settingsOf({
  pocketsphinxModelDir: text('POCKETSPHINX_MODEL_DIR', 'Folder with en-us, of Debian.', {
    default: '/usr/share/pocketsphinx/model/en-us',
  }),
  recogniserDir: text(
    'RECOGNISER_DIR',
    'Folder of a neural recogniser: Whisper, Moonshine, SenseVoice, a transducer; silero_vad.onnx too.',
    { example: '/models/whisper-tiny' },
  ),
  recognisersDir: text('RECOGNISERS_DIR', 'Folder of such folders: the best one is used.', {
    example: '/models/recognisers',
  }),
  liveRecogniserDir: text(
    'LIVE_RECOGNISER_DIR',
    'Folder of a model that listens as a stream, for live transcription: transducer, Paraformer, Zipformer or NeMo CTC.',
    { example: '/models/sherpa-onnx-streaming-zipformer-en' },
  ),
  vadModel: text('VAD_MODEL', 'Voice activity by Silero (ONNX); absent: by loudness.', {
    example: '/models/silero_vad.onnx',
  }),
  speakerModel: text('SPEAKER_MODEL', 'Neural speaker embedding (ONNX) that compares speakers.', {
    example: '/models/wespeaker.onnx',
  }),
}) {}
