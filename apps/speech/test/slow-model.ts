import { onnxModel, type Node } from './onnx.js';
import { TOKEN_SAMPLES, TONE_RATE } from './tone-model.js';

/** Rows of the matrices that are multiplied, for each token. */
const ROWS = 8;
const PRODUCTS = 500;

const products = (): Node[] =>
  Array.from({ length: PRODUCTS }, (_, index) => ({
    op: 'MatMul',
    inputs: [`product_${index}`, 'product_0'],
    output: `product_${index + 1}`,
  }));

/** A voice with the signature of Piper that needs an instant for a word and many minutes for a sentence of 300 characters. */
export const slowVoice = (): Uint8Array =>
  onnxModel({
    inputs: [
      { name: 'input', type: 'int64', dims: ['batch', 'phonemes'] },
      { name: 'input_lengths', type: 'int64', dims: ['batch'] },
      { name: 'scales', type: 'float', dims: [3] },
    ],
    outputs: [{ name: 'output', type: 'float', dims: ['batch', 1, 1, 'samples'] }],
    constants: [
      { name: 'second', dims: [1], integers: [1] },
      { name: 'rows', dims: [1], integers: [ROWS] },
      { name: 'column', dims: [2], integers: [-1, 1] },
      { name: 'row', dims: [4], integers: [1, 1, 1, -1] },
      {
        name: 'ramp',
        dims: [1, TOKEN_SAMPLES],
        floats: Array.from({ length: TOKEN_SAMPLES }, (_, n) => Math.sin(n / 5) / 100),
      },
    ],
    nodes: [
      { op: 'Shape', inputs: ['input'], output: 'shape' },
      { op: 'Gather', inputs: ['shape', 'second'], output: 'tokens', attributes: { axis: 0 } },
      { op: 'Mul', inputs: ['tokens', 'rows'], output: 'size' },
      { op: 'Concat', inputs: ['size', 'size'], output: 'square', attributes: { axis: 0 } },
      { op: 'ConstantOfShape', inputs: ['square'], output: 'product_0' },
      ...products(),
      {
        op: 'ReduceMax',
        inputs: [`product_${PRODUCTS}`],
        output: 'nothing',
        attributes: { keepdims: 0 },
      },
      { op: 'Cast', inputs: ['input'], output: 'ids', attributes: { to: 1 } },
      { op: 'Reshape', inputs: ['ids', 'column'], output: 'column_of_ids' },
      { op: 'Mul', inputs: ['column_of_ids', 'ramp'], output: 'tone' },
      { op: 'Add', inputs: ['tone', 'nothing'], output: 'sum' },
      { op: 'Reshape', inputs: ['sum', 'row'], output: 'output' },
    ],
    metadata: {
      model_type: 'vits',
      comment: 'piper',
      language: 'English',
      voice: 'en-us',
      has_espeak: '1',
      n_speakers: '1',
      sample_rate: String(TONE_RATE),
      add_blank: '0',
    },
  });
