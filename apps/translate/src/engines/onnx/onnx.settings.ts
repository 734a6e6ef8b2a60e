import { integer, settingsOf, text } from '@sextant/platform-runtime/config';

export class OnnxSettings extends settingsOf({
  onnxModelsDir: text(
    'ONNX_MODELS_DIR',
    'Folder whose folders are neural models (Marian, M2M-100, NLLB in ONNX form), as npm run models fills it.',
    { example: '/models/translation' },
  ),
  onnxThreads: integer('ONNX_THREADS', 'Processor cores that one neural model computes on.', {
    default: 2,
    min: 1,
    max: 256,
  }),
  onnxBeams: integer(
    'ONNX_BEAMS',
    'Candidates that a neural model follows at once; 1 is fastest. The model’s own number if absent.',
    { example: '4', min: 1, max: 16 },
  ),
  onnxMaxModels: integer(
    'ONNX_MAX_MODELS',
    'Neural models in memory at once (0.2 to 2 GB each); the one that was not used for longest makes room.',
    { default: 4, min: 1, max: 100 },
  ),
  onnxMaxWaiting: integer(
    'ONNX_MAX_WAITING',
    'Segments of one organization that may wait for neural models; more are refused until some are done.',
    { default: 2000, min: 1, max: 1_000_000 },
  ),
  onnxTimeoutMs: integer(
    'ONNX_TIMEOUT_MS',
    'Time for one request to a neural model, with loading it.',
    { default: 60_000, min: 100, max: 3_600_000 },
  ),
}) {
  get isWanted(): boolean {
    return this.onnxModelsDir !== undefined;
  }
}
