import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onnxModel } from './onnx.js';
import { TONE_WORDS } from './sense-voice-model.js';

const BANDS = 80;
/** Frames of 10 ms that are looked at at once, and those of one token. */
const CHUNK = 32;
const PER_TOKEN = 8;
const BLANK = TONE_WORDS.length;
const TOKENS = [...TONE_WORDS.map((word) => `▁${word}`), '<blk>'];
/** Of a logarithm of energy of samples from -1 to 1; silence is below. */
const HEARD = -6;

const CACHES = ['cache_last_channel', 'cache_last_time', 'cache_last_channel_len'];

/**
 * A recogniser with the inputs, outputs and metadata of NeMo's streaming CTC models as sherpa-onnx publishes them
 * (sherpa-onnx-nemo-streaming-fast-conformer-ctc-en-80ms): for each 80 ms the quarter of the spectrum that is loudest, or nothing.
 */
export const streamingCtc = (): Uint8Array =>
  onnxModel({
    inputs: [
      { name: 'audio_signal', type: 'float', dims: ['N', BANDS, CHUNK] },
      { name: 'length', type: 'int64', dims: ['N'] },
      { name: 'cache_last_channel', type: 'float', dims: ['N', 1, 1, 1] },
      { name: 'cache_last_time', type: 'float', dims: ['N', 1, 1, 1] },
      { name: 'cache_last_channel_len', type: 'int64', dims: ['N'] },
    ],
    outputs: [
      { name: 'logprobs', type: 'float', dims: ['N', 'frames', TOKENS.length] },
      { name: 'encoded_lengths', type: 'int64', dims: ['N'] },
      { name: 'cache_last_channel_next', type: 'float', dims: ['N', 1, 1, 1] },
      { name: 'cache_last_time_next', type: 'float', dims: ['N', 1, 1, 1] },
      { name: 'cache_last_channel_len_next', type: 'int64', dims: ['N'] },
    ],
    constants: [
      {
        name: 'quarters',
        dims: [4],
        integers: [TONE_WORDS.length, BANDS / TONE_WORDS.length, CHUNK / PER_TOKEN, PER_TOKEN],
      },
      {
        name: 'silence',
        dims: [1, CHUNK / PER_TOKEN],
        floats: Array(CHUNK / PER_TOKEN).fill(HEARD),
      },
      { name: 'frames', dims: [3], integers: [1, CHUNK / PER_TOKEN, TOKENS.length] },
    ],
    nodes: [
      { op: 'Reshape', inputs: ['audio_signal', 'quarters'], output: 'quartered' },
      {
        op: 'ReduceMean',
        inputs: ['quartered'],
        output: 'mean',
        attributes: { axes: [3], keepdims: 0 },
      },
      {
        op: 'ReduceMax',
        inputs: ['mean'],
        output: 'loudest',
        attributes: { axes: [1], keepdims: 0 },
      },
      { op: 'Concat', inputs: ['loudest', 'silence'], output: 'scores', attributes: { axis: 0 } },
      { op: 'Transpose', inputs: ['scores'], output: 'turned', attributes: { perm: [1, 0] } },
      { op: 'Reshape', inputs: ['turned', 'frames'], output: 'logprobs' },
      { op: 'Identity', inputs: ['length'], output: 'encoded_lengths' },
      ...CACHES.map((name) => ({ op: 'Identity', inputs: [name], output: `${name}_next` })),
    ],
    metadata: {
      model_type: 'EncDecCTCModelBPE',
      window_size: String(CHUNK),
      chunk_shift: String(CHUNK),
      subsampling_factor: String(PER_TOKEN),
      // NeMo does not count the blank.
      vocab_size: String(BLANK),
      ...Object.fromEntries(
        ['cache_last_channel', 'cache_last_time'].flatMap((name) =>
          [1, 2, 3].map((dim) => [`${name}_dim${dim}`, '1']),
        ),
      ),
    },
  });

/** A folder with it; `remove` takes it away. */
export function streamingRecogniser(): { readonly folder: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'sextant-streaming-'));
  const folder = join(root, 'sherpa-onnx-nemo-streaming-tones');
  mkdirSync(folder);
  writeFileSync(join(folder, 'model.onnx'), streamingCtc());
  writeFileSync(
    join(folder, 'tokens.txt'),
    `${TOKENS.map((token, id) => `${token} ${id}`).join('\n')}\n`,
  );
  return { folder, remove: () => rmSync(root, { recursive: true }) };
}
