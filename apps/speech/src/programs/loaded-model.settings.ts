import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class LoadedModelSettings extends settingsOf({
  speechModelsLoaded: integer(
    'SPEECH_MODELS_LOADED',
    'Neural models in memory at once; the one that nobody used for longest makes room, none that is in use.',
    { default: 4, min: 1, max: 1000 },
  ),
  speechModelIdleSeconds: integer(
    'SPEECH_MODEL_IDLE_SECONDS',
    'Seconds after which a neural model that nobody uses leaves memory, but for that of `george`; 0 keeps all.',
    { default: 900, max: 1_000_000 },
  ),
}) {}
