import { onnxModel } from './onnx.js';
import { TOKEN_FRAMES } from './tone-vocoder.js';

export const MATCHA_RATE = 22050;
export const MATCHA_MELS = 80;

const repeated = (times: number): number[] => Array.from({ length: times }, () => 1);

/**
 * An acoustic model with the inputs, outputs and metadata of Matcha as sherpa-onnx publishes it
 * (matcha-icefall-en_US-ljspeech's model-steps-3.onnx): each band of the mel spectrogram holds the number of the token, for
 * eight frames.
 */
export const matchaVoice = (): Uint8Array =>
  onnxModel({
    inputs: [
      { name: 'x', type: 'int64', dims: [1, 'tokens'] },
      { name: 'x_length', type: 'int64', dims: [1] },
      { name: 'noise_scale', type: 'float', dims: [1] },
      { name: 'length_scale', type: 'float', dims: [1] },
    ],
    outputs: [{ name: 'mel', type: 'float', dims: [1, MATCHA_MELS, 'frames'] }],
    constants: [
      { name: 'column', dims: [2], integers: [-1, 1] },
      { name: 'row', dims: [3], integers: [1, 1, -1] },
      { name: 'frames', dims: [1, TOKEN_FRAMES], floats: repeated(TOKEN_FRAMES) },
      { name: 'bands', dims: [1, MATCHA_MELS, 1], floats: repeated(MATCHA_MELS) },
    ],
    nodes: [
      { op: 'Cast', inputs: ['x'], output: 'ids', attributes: { to: 1 } },
      { op: 'Reshape', inputs: ['ids', 'column'], output: 'column_of_ids' },
      { op: 'Mul', inputs: ['column_of_ids', 'frames'], output: 'held' },
      { op: 'Reshape', inputs: ['held', 'row'], output: 'line' },
      { op: 'Mul', inputs: ['line', 'bands'], output: 'mel' },
    ],
    metadata: {
      model_type: 'matcha-tts',
      language: 'English',
      voice: 'en-us',
      has_espeak: '1',
      jieba: '0',
      n_speakers: '1',
      sample_rate: String(MATCHA_RATE),
      version: '1',
      pad_id: '0',
      use_eos_bos: '0',
      use_icefall: '1',
      num_ode_steps: '3',
      model_author: 'icefall',
      maintainer: 'k2-fsa',
    },
  });
