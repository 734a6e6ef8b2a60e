import { onnxModel } from './onnx.js';

const BANDS = 80;
const STACKED = 7;
const PREFIX = ['<|en|>', '<|NEUTRAL|>', '<|Speech|>', '<|woitn|>'];
/** What a tone is, by the quarter of the mel bands that it lies in. */
export const TONE_WORDS = ['one', 'two', 'three', 'four'];
const TOKENS = ['<blank>', ...PREFIX, ...TONE_WORDS.map((word) => `▁${word}`)];
/** Of a logarithm of energy; silence is below. */
const HEARD = 12;

const oneHot = (at: number): number[] => TOKENS.map((_, index) => (index === at ? 1 : 0));

/**
 * A recogniser with the inputs, outputs and metadata of SenseVoice as sherpa-onnx publishes it
 * (sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17's model.int8.onnx): language, emotion, event and how numbers are written,
 * then for each 60 ms the quarter of the spectrum that is loudest, or nothing.
 */
export const senseVoice = (): Uint8Array =>
  onnxModel({
    inputs: [
      { name: 'x', type: 'float', dims: ['N', 'T', BANDS * STACKED] },
      { name: 'x_length', type: 'int32', dims: ['N'] },
      { name: 'language', type: 'int32', dims: ['N'] },
      { name: 'text_norm', type: 'int32', dims: ['N'] },
    ],
    outputs: [{ name: 'logits', type: 'float', dims: ['N', 'frames', TOKENS.length] }],
    constants: [
      { name: 'stack', dims: [4], integers: [1, -1, STACKED, BANDS] },
      {
        name: 'quarters',
        dims: [4],
        integers: [1, -1, TONE_WORDS.length, BANDS / TONE_WORDS.length],
      },
      {
        name: 'prefix',
        dims: [1, PREFIX.length, TOKENS.length],
        floats: PREFIX.flatMap((_, index) => oneHot(index + 1)),
      },
      { name: 'line', dims: [2], integers: [-1, TONE_WORDS.length] },
      {
        name: 'spread',
        dims: [TONE_WORDS.length, TOKENS.length],
        floats: TONE_WORDS.flatMap((_, index) => oneHot(1 + PREFIX.length + index)),
      },
      {
        name: 'silence',
        dims: [TOKENS.length],
        floats: TOKENS.map((_, at) => (at === 0 ? HEARD : 0)),
      },
      { name: 'frames', dims: [3], integers: [1, -1, TOKENS.length] },
    ],
    nodes: [
      { op: 'Reshape', inputs: ['x', 'stack'], output: 'stacked' },
      {
        op: 'ReduceMean',
        inputs: ['stacked'],
        output: 'mean',
        attributes: { axes: [2], keepdims: 0 },
      },
      { op: 'Reshape', inputs: ['mean', 'quarters'], output: 'quartered' },
      {
        op: 'ReduceMax',
        inputs: ['quartered'],
        output: 'loudest',
        attributes: { axes: [3], keepdims: 0 },
      },
      { op: 'Reshape', inputs: ['loudest', 'line'], output: 'lines' },
      { op: 'MatMul', inputs: ['lines', 'spread'], output: 'words' },
      { op: 'Add', inputs: ['words', 'silence'], output: 'scores' },
      { op: 'Reshape', inputs: ['scores', 'frames'], output: 'heard' },
      { op: 'Concat', inputs: ['prefix', 'heard'], output: 'logits', attributes: { axis: 1 } },
    ],
    metadata: {
      model_type: 'sense_voice_ctc',
      comment: 'iic/SenseVoiceSmall',
      vocab_size: String(TOKENS.length),
      blank_id: '0',
      lfr_window_size: String(STACKED),
      lfr_window_shift: '6',
      normalize_samples: '0',
      with_itn: '14',
      without_itn: '15',
      lang_auto: '0',
      lang_zh: '3',
      lang_en: '4',
      lang_ja: '11',
      lang_ko: '12',
      lang_yue: '7',
      neg_mean: Array.from({ length: BANDS * STACKED }, () => '0').join(','),
      inv_stddev: Array.from({ length: BANDS * STACKED }, () => '1').join(','),
    },
  });

export const senseVoiceTokens = (): string =>
  TOKENS.map((token, id) => `${token} ${id}`).join('\n') + '\n';
