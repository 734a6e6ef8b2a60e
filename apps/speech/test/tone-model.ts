import { onnxModel } from './onnx.js';

/** Samples that stand for one token. */
export const TOKEN_SAMPLES = 256;
export const TONE_RATE = 16000;
/** Cycles in a token's samples for each step of its id: ids up to 60 stay below the Nyquist frequency. */
const CYCLES = 2;

/** Symbols of the International Phonetic Alphabet as espeak-ng writes them, and what Piper puts around them. */
export const SYMBOLS = Array.from(
  "_^$ !',-.:;?abcdefhijklmnopqrstuvwxyzæçðøħŋœɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢˈˌːˑ",
);

export const tokensFile = (): string =>
  SYMBOLS.map((symbol, id) => `${symbol} ${id}`).join('\n') + '\n';

export const symbolsOf = (ids: readonly number[]): string =>
  ids.map((id) => SYMBOLS[id] ?? '?').join('');

/**
 * A voice with the signature of Piper that says each token as a tone whose frequency tells its id: what comes out can
 * be decoded into the tokens that went in.
 */
export const toneVoice = (metadata: Readonly<Record<string, string>> = TONE_METADATA): Uint8Array =>
  onnxModel({
    inputs: [
      { name: 'input', type: 'int64', dims: ['batch', 'phonemes'] },
      { name: 'input_lengths', type: 'int64', dims: ['batch'] },
      { name: 'scales', type: 'float', dims: [3] },
    ],
    outputs: [{ name: 'output', type: 'float', dims: ['batch', 1, 1, 'samples'] }],
    constants: [
      { name: 'column', dims: [2], integers: [-1, 1] },
      { name: 'row', dims: [4], integers: [1, 1, 1, -1] },
      {
        name: 'ramp',
        dims: [1, TOKEN_SAMPLES],
        floats: Array.from(
          { length: TOKEN_SAMPLES },
          (_, n) => (((Math.PI * CYCLES) / 2) * n) / TOKEN_SAMPLES,
        ),
      },
      { name: 'level', dims: [1], floats: [0.5] },
    ],
    nodes: [
      { op: 'Cast', inputs: ['input'], output: 'ids', attributes: { to: 1 } },
      { op: 'Reshape', inputs: ['ids', 'column'], output: 'tokens' },
      { op: 'Mul', inputs: ['tokens', 'ramp'], output: 'phase' },
      { op: 'Sin', inputs: ['phase'], output: 'tone' },
      { op: 'Mul', inputs: ['tone', 'level'], output: 'soft' },
      { op: 'Reshape', inputs: ['soft', 'row'], output: 'output' },
    ],
    metadata,
  });

const TONE_METADATA = {
  model_type: 'vits',
  comment: 'piper',
  language: 'English',
  voice: 'en-us',
  has_espeak: '1',
  n_speakers: '1',
  sample_rate: String(TONE_RATE),
  add_blank: '0',
};

/** What Piper publishes beside such a voice: `x.onnx.json`. */
export const piperConfig = (): string =>
  JSON.stringify({
    audio: { sample_rate: TONE_RATE, quality: 'low' },
    espeak: { voice: 'en-us' },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    language: { code: 'en_US', name_english: 'English' },
    num_speakers: 1,
    speaker_id_map: {},
    phoneme_type: 'espeak',
    phoneme_id_map: Object.fromEntries(SYMBOLS.map((symbol, id) => [symbol, [id]])),
  });

/** The id of the token that a stretch of 256 samples stands for: the phase grows by id times pi over 256 a sample. */
export function tokenOf(samples: Int16Array): number {
  // Token 0, which Piper puts between all others, is silence.
  if (samples.every((sample) => Math.abs(sample) < 2000)) return 0;
  let best = 0;
  let most = -1;
  for (let id = 0; id < SYMBOLS.length; id += 1) {
    let sum = 0;
    let energy = 0;
    for (let n = 0; n < TOKEN_SAMPLES; n += 1) {
      const wave = Math.sin((id * Math.PI * (CYCLES / 2) * n) / TOKEN_SAMPLES);
      sum += wave * (samples[n] ?? 0);
      energy += wave * wave;
    }
    const score = energy === 0 ? -1 : Math.abs(sum) / Math.sqrt(energy);
    if (score > most) [best, most] = [id, score];
  }
  return best;
}

/** What was said, symbol by symbol, in 16-bit samples at the rate of the model. */
export function saidIn(pcm: Buffer): string {
  const samples = Int16Array.from({ length: pcm.length >> 1 }, (_, at) => pcm.readInt16LE(at * 2));
  const ids: number[] = [];
  for (let at = 0; at + TOKEN_SAMPLES <= samples.length; at += TOKEN_SAMPLES) {
    ids.push(tokenOf(samples.subarray(at, at + TOKEN_SAMPLES)));
  }
  return symbolsOf(ids).replace(/[_^$]/g, '');
}
