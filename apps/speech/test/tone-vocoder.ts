import { onnxModel } from './onnx.js';
import { SYMBOLS } from './tone-model.js';

const FFT = 1024;
const BINS = FFT / 2 + 1;
/** Samples of a frame. */
export const HOP = 256;
/** Frames that a token lasts: long enough for its middle to be its tone alone. */
export const TOKEN_FRAMES = 8;
/** With every fourth bin a tone goes on from frame to frame without a break in its phase. */
const STEP = 4;

/**
 * A vocoder with the inputs, outputs and metadata of Vocos as sherpa-onnx publishes it (vocos-22khz-univ.onnx for Matcha,
 * vocos_24khz.onnx for ZipVoice): each frame is a tone whose frequency tells the number that its first mel band holds, 0 is
 * silence. The inverse Fourier transform is the engine's own.
 */
export const toneVocoder = (mels: number): Uint8Array =>
  onnxModel({
    inputs: [{ name: 'mels', type: 'float', dims: [1, mels, 'frames'] }],
    outputs: ['mag', 'x', 'y'].map((name) => ({
      name,
      type: 'float' as const,
      dims: [1, BINS, 'frames'],
    })),
    constants: [
      { name: 'first', dims: [1], integers: [0] },
      {
        name: 'numbers',
        dims: [1, BINS, 1],
        floats: Array.from({ length: BINS }, (_, bin) =>
          bin > 0 && bin % STEP === 0 ? bin / STEP : -1,
        ),
      },
      { name: 'level', dims: [1], floats: [FFT / 8] },
      { name: 'none', dims: [1], floats: [0] },
    ],
    nodes: [
      { op: 'Gather', inputs: ['mels', 'first'], output: 'band', attributes: { axis: 1 } },
      { op: 'Round', inputs: ['band'], output: 'number' },
      { op: 'Equal', inputs: ['number', 'numbers'], output: 'is_bin' },
      { op: 'Cast', inputs: ['is_bin'], output: 'x', attributes: { to: 1 } },
      { op: 'Mul', inputs: ['x', 'level'], output: 'mag' },
      { op: 'Mul', inputs: ['x', 'none'], output: 'y' },
    ],
    metadata: {
      model_type: 'vocos',
      n_fft: String(FFT),
      hop_length: String(HOP),
      win_length: String(FFT),
      center: '1',
      normalized: '0',
      window_type: 'hann',
      pad_mode: 'reflect',
    },
  });

/** The tokens whose tones are heard one after the other; silence between them is left out. */
export function heardTokens(samples: Int16Array, sampleRate: number, modelRate: number): number[] {
  const token = (TOKEN_FRAMES * HOP * sampleRate) / modelRate;
  const heard: number[] = [];
  // The transform leaves out half a window at the beginning.
  const lead = ((FFT / 2) * sampleRate) / modelRate;
  for (let at = 0; at * token < samples.length; at += 1) {
    const from = Math.round(Math.max(0, (at + 0.3) * token - lead / 2));
    const middle = samples.subarray(from, from + Math.round(token * 0.4));
    if (middle.length > token * 0.3) heard.push(loudestTone(middle, sampleRate, modelRate));
  }
  return heard;
}

function loudestTone(samples: Int16Array, sampleRate: number, modelRate: number): number {
  let best = 0;
  let most = samples.length * 500; // less is silence
  for (let id = 1; id < SYMBOLS.length; id += 1) {
    const step = (2 * Math.PI * id * STEP * modelRate) / FFT / sampleRate;
    let [real, imaginary] = [0, 0];
    for (let n = 0; n < samples.length; n += 1) {
      real += (samples[n] ?? 0) * Math.cos(step * n);
      imaginary += (samples[n] ?? 0) * Math.sin(step * n);
    }
    const level = Math.hypot(real, imaginary);
    if (level > most) [best, most] = [id, level];
  }
  return best;
}
