import { onnxModel } from './onnx.js';
import { SYMBOLS, TOKEN_SAMPLES } from './tone-model.js';

export const KOKORO_RATE = 24000;
const STYLE = 256;
const LENGTHS = 510;

/**
 * A voice with the inputs, outputs and metadata of Kokoro as sherpa-onnx publishes it (version 1: kokoro-en-v0_19's model.onnx;
 * version 2, which reads by lexicons: kokoro-multi-lang-v1_0's): tokens as tones, as loud as the first number of the style
 * says, which tells the speakers apart.
 */
export const kokoroVoice = (
  speakers: number,
  version = 1,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array =>
  onnxModel({
    inputs: [
      { name: 'tokens', type: 'int64', dims: [1, 'sequence_length'] },
      { name: 'style', type: 'float', dims: [1, STYLE] },
      { name: 'speed', type: 'float', dims: [1] },
    ],
    outputs: [{ name: 'audio', type: 'float', dims: ['audio_length'] }],
    constants: [
      { name: 'column', dims: [2], integers: [-1, 1] },
      { name: 'row', dims: [1], integers: [-1] },
      { name: 'first', dims: [1], integers: [0] },
      {
        name: 'ramp',
        dims: [1, TOKEN_SAMPLES],
        floats: Array.from({ length: TOKEN_SAMPLES }, (_, n) => (Math.PI * n) / TOKEN_SAMPLES),
      },
    ],
    nodes: [
      { op: 'Cast', inputs: ['tokens'], output: 'ids', attributes: { to: 1 } },
      { op: 'Reshape', inputs: ['ids', 'column'], output: 'column_of_ids' },
      { op: 'Mul', inputs: ['column_of_ids', 'ramp'], output: 'phase' },
      { op: 'Sin', inputs: ['phase'], output: 'tone' },
      { op: 'Reshape', inputs: ['style', 'row'], output: 'flat_style' },
      { op: 'Gather', inputs: ['flat_style', 'first'], output: 'level' },
      { op: 'Mul', inputs: ['tone', 'level'], output: 'soft' },
      { op: 'Div', inputs: ['soft', 'speed'], output: 'paced' },
      { op: 'Reshape', inputs: ['paced', 'row'], output: 'audio' },
    ],
    metadata: {
      model_type: 'kokoro',
      language: 'English',
      has_espeak: '1',
      sample_rate: String(KOKORO_RATE),
      version: String(version),
      voice: 'en-us',
      style_dim: `${LENGTHS},1,${STYLE}`,
      n_speakers: String(speakers),
      speaker_names: Array.from({ length: speakers }, (_, at) => `speaker_${at}`).join(','),
      speaker2id: Array.from({ length: speakers }, (_, at) => `speaker_${at}->${at}`).join(','),
      maintainer: 'k2-fsa',
      ...metadata,
    },
  });

/** `voices.bin`: a style of each speaker for each length of a text. The level is a tenth, two tenths and so on. */
export function kokoroStyles(speakers: number): Uint8Array {
  const styles = new Float32Array(speakers * LENGTHS * STYLE);
  for (let at = 0; at < speakers * LENGTHS; at += 1) {
    styles[at * STYLE] = (Math.floor(at / LENGTHS) + 1) / 10;
  }
  return new Uint8Array(styles.buffer);
}

export const kokoroTokens = (): string =>
  SYMBOLS.map((symbol, id) => `${symbol} ${id}`).join('\n') + '\n';
