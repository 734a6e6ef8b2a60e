import { integer, optional, settingsOf, text } from '@sextant/platform-runtime/config';

export class ModelSettings extends settingsOf({
  speechModelProcesses: integer({
    env: 'SPEECH_MODEL_PROCESSES',
    description:
      'Processes of each neural model, each with the model in memory: so many sentences are computed at once.',
    example: '1',
    default: 1,
    min: 1,
    max: 64,
  }),
  speechModelsDir: optional(
    text({
      env: 'SPEECH_MODELS_DIR',
      description:
        'Folder whose folders are neural models: Piper and other VITS, Kokoro, Matcha, ZipVoice.',
      example: '/models',
    }),
  ),
}) {}
