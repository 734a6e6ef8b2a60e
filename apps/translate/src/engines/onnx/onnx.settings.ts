import { integer, optional, settingsOf, text } from '@sextant/platform-runtime/config';

export class OnnxSettings extends settingsOf({
  onnxModelsDir: optional(
    text({
      env: 'ONNX_MODELS_DIR',
      description:
        'Folder whose folders are neural models (Marian, M2M-100, NLLB in ONNX form), as npm run models fills it.',
      example: '/models/translation',
    }),
  ),
  onnxThreads: integer({
    env: 'ONNX_THREADS',
    description: 'Processor cores that one neural model computes on.',
    example: '2',
    default: 2,
    min: 1,
    max: 256,
  }),
  onnxBeams: optional(
    integer({
      env: 'ONNX_BEAMS',
      description:
        'Candidates that a neural model follows at once; 1 is fastest. The model’s own number if absent.',
      example: '4',
      min: 1,
      max: 16,
    }),
  ),
  onnxMaxModels: integer({
    env: 'ONNX_MAX_MODELS',
    description:
      'Neural models in memory at once (0.2 to 2 GB each); the one that was not used for longest makes room.',
    example: '4',
    default: 4,
    min: 1,
    max: 100,
  }),
  onnxMaxWaiting: integer({
    env: 'ONNX_MAX_WAITING',
    description: 'Segments that may wait for neural models; more are refused until some are done.',
    example: '2000',
    default: 2000,
    min: 1,
    max: 1_000_000,
  }),
  onnxTimeoutMs: integer({
    env: 'ONNX_TIMEOUT_MS',
    description: 'Time for one request to a neural model, with loading it.',
    example: '60000',
    default: 60_000,
    min: 100,
    max: 3_600_000,
  }),
}) {
  get isWanted(): boolean {
    return this.onnxModelsDir !== undefined;
  }
}
