import { integer, settingsOf, text } from '@sextant/platform-runtime/config';

export class ModelSettings extends settingsOf({
  speechModelProcesses: integer(
    'SPEECH_MODEL_PROCESSES',
    'Processes of each neural model at most, each with the model in memory. The second starts when sentences wait.',
    { default: 2, min: 1, max: 64 },
  ),
  speechModelsDir: text(
    'SPEECH_MODELS_DIR',
    'Folder whose folders are neural models: Piper and other VITS, Kokoro, Matcha, ZipVoice.',
    { example: '/models' },
  ),
}) {}
