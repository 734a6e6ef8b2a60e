import { onnxModel } from './onnx.js';
import { TOKEN_FRAMES } from './tone-vocoder.js';

export const ZIPVOICE_RATE = 24000;
export const ZIPVOICE_MELS = 100;
/** What the engine multiplies features by before the model, and divides them by after it. */
const SCALE = 0.1;

const repeated = (times: number, value = 1): number[] => Array.from({ length: times }, () => value);

/**
 * The text encoder with the inputs, outputs and metadata of ZipVoice as sherpa-onnx publishes it
 * (sherpa-onnx-zipvoice-distill-int8-zh-en-emilia's encoder.int8.onnx): frames of the recording that is imitated, empty, then
 * the number of each token for eight frames.
 */
export const zipvoiceEncoder = (): Uint8Array =>
  onnxModel({
    inputs: [
      { name: 'tokens', type: 'int64', dims: [1, 'tokens'] },
      { name: 'prompt_tokens', type: 'int64', dims: [1, 'prompt_tokens'] },
      { name: 'prompt_features_len', type: 'int64', dims: [1] },
      { name: 'speed', type: 'float', dims: [1] },
    ],
    outputs: [{ name: 'text_condition', type: 'float', dims: [1, 'frames', ZIPVOICE_MELS] }],
    constants: [
      { name: 'one', dims: [1], integers: [1] },
      { name: 'mels', dims: [1], integers: [ZIPVOICE_MELS] },
      { name: 'column', dims: [2], integers: [-1, 1] },
      { name: 'lines', dims: [3], integers: [1, -1, 1] },
      { name: 'frames', dims: [1, TOKEN_FRAMES], floats: repeated(TOKEN_FRAMES, SCALE) },
      { name: 'bands', dims: [1, 1, ZIPVOICE_MELS], floats: repeated(ZIPVOICE_MELS) },
    ],
    nodes: [
      {
        op: 'Concat',
        inputs: ['one', 'prompt_features_len', 'mels'],
        output: 'prompt_shape',
        attributes: { axis: 0 },
      },
      { op: 'ConstantOfShape', inputs: ['prompt_shape'], output: 'prompt' },
      { op: 'Cast', inputs: ['tokens'], output: 'ids', attributes: { to: 1 } },
      { op: 'Reshape', inputs: ['ids', 'column'], output: 'column_of_ids' },
      { op: 'Mul', inputs: ['column_of_ids', 'frames'], output: 'held' },
      { op: 'Reshape', inputs: ['held', 'lines'], output: 'line' },
      { op: 'Mul', inputs: ['line', 'bands'], output: 'said' },
      {
        op: 'Concat',
        inputs: ['prompt', 'said'],
        output: 'text_condition',
        attributes: { axis: 1 },
      },
    ],
    metadata: { model_type: 'zipvoice', version: '1', use_espeak: '1', use_pinyin: '1' },
  });

/** The flow-matching decoder (decoder.int8.onnx): the step of t leads straight to what the text asks for, whatever noise it came from. */
export const zipvoiceDecoder = (): Uint8Array =>
  onnxModel({
    inputs: [
      { name: 't', type: 'float', dims: [1] },
      { name: 'x', type: 'float', dims: [1, 'frames', ZIPVOICE_MELS] },
      { name: 'text_condition', type: 'float', dims: [1, 'frames', ZIPVOICE_MELS] },
      { name: 'speech_condition', type: 'float', dims: [1, 'frames', ZIPVOICE_MELS] },
      { name: 'guidance_scale', type: 'float', dims: [1] },
    ],
    outputs: [{ name: 'v', type: 'float', dims: [1, 'frames', ZIPVOICE_MELS] }],
    constants: [{ name: 'end', dims: [1], floats: [1] }],
    nodes: [
      { op: 'Sub', inputs: ['text_condition', 'x'], output: 'way' },
      { op: 'Sub', inputs: ['end', 't'], output: 'left' },
      { op: 'Div', inputs: ['way', 'left'], output: 'v' },
    ],
    metadata: {
      model_type: 'zipvoice',
      version: '1',
      feat_dim: String(ZIPVOICE_MELS),
      sample_rate: String(ZIPVOICE_RATE),
      n_fft: '1024',
      hop_length: '256',
      window_length: '1024',
      num_mels: String(ZIPVOICE_MELS),
    },
  });
