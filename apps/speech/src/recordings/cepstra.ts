import { PowerSpectrum } from '../audio/fft.js';

/** Samples a second of all recordings once they are decoded. */
export const ANALYSIS_RATE = 16000;
const FRAME = 400;
const HOP = 160;
const BANDS = 26;
const LOW_HZ = 80;
const HIGH_HZ = 3800;
const COEFFICIENTS = 19;
const FFT_SIZE = 512;
/** Frames this much softer than the loud ones are taken for silence. */
const SPEECH_RANGE_DB = 30;

/** What is measured of a stretch of speech, every 10 ms where there is any. */
export interface Frames {
  /** Mel-frequency cepstral coefficients 1 to 19 of each frame with speech. */
  readonly features: readonly Float64Array[];
  /** Mean power of each mel band over those frames, in dB. */
  readonly spectrumDb: readonly number[];
  /** Of every frame, speech or not, in dB. */
  readonly energyDb: Float64Array;
  /** The same between 300 and 2,300 hertz, where vowels are and hisses are not. */
  readonly vowelDb: Float64Array;
  /** Below it there is no speech, in dB. */
  readonly floorDb: number;
}

const window = Float64Array.from(
  { length: FRAME },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (FRAME - 1)),
);
const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hertz = (value: number): number => 700 * (10 ** (value / 2595) - 1);

/** Frequencies of the mel bands' centres, in hertz. */
export const BAND_HZ: readonly number[] = Array.from({ length: BANDS }, (_, band) =>
  hertz(mel(LOW_HZ) + ((band + 1) / (BANDS + 1)) * (mel(HIGH_HZ) - mel(LOW_HZ))),
);

const edges = Array.from(
  { length: BANDS + 2 },
  (_, index) =>
    (hertz(mel(LOW_HZ) + (index / (BANDS + 1)) * (mel(HIGH_HZ) - mel(LOW_HZ))) * FFT_SIZE) /
    ANALYSIS_RATE,
);

/** Triangles on the mel scale (Davis and Mermelstein 1980): first bin and weights of each. */
const filters = Array.from({ length: BANDS }, (_, band) => {
  const [left = 0, centre = 0, right = 0] = edges.slice(band, band + 3);
  const first = Math.ceil(left);
  const weights = Array.from(
    { length: Math.max(1, Math.floor(right) - first + 1) },
    (_u, index) => {
      const bin = first + index;
      return Math.max(
        0,
        bin <= centre ? (bin - left) / (centre - left) : (right - bin) / (right - centre),
      );
    },
  );
  return { first, weights };
});

const cosines = Array.from({ length: COEFFICIENTS }, (_, k) =>
  Array.from({ length: BANDS }, (_u, band) => Math.cos((Math.PI * (k + 1) * (band + 0.5)) / BANDS)),
);

/** Measures speech. O(n log n) with frames of 25 ms. */
export function framesOf(samples: Int16Array): Frames {
  const spectrum = new PowerSpectrum(FFT_SIZE);
  const count = Math.max(0, Math.floor((samples.length - FRAME) / HOP) + 1);
  const energyDb = new Float64Array(count);
  const bands: Float64Array[] = [];
  for (let index = 0; index < count; index += 1) {
    const frame = windowed(samples, index * HOP);
    energyDb[index] = decibels(energyOf(frame) / FRAME);
    bands.push(bandPowers(spectrum.of(frame)));
  }
  const floorDb = (energyDb.toSorted()[Math.floor(count * 0.95)] ?? 0) - SPEECH_RANGE_DB;
  const speech = bands.filter((_, index) => (energyDb[index] ?? 0) > floorDb);
  return {
    features: speech.map(cepstrum),
    spectrumDb: meanSpectrum(speech),
    energyDb,
    vowelDb: Float64Array.from(bands, vowelLevel),
    floorDb,
  };
}

const decibels = (power: number): number => 10 * Math.log10(power + 1e-3);

/** With pre-emphasis and a Hamming window. */
function windowed(samples: Int16Array, start: number): Float64Array {
  const frame = new Float64Array(FRAME);
  let before = samples[start - 1] ?? 0;
  for (let n = 0; n < FRAME; n += 1) {
    const sample = samples[start + n] ?? 0;
    frame[n] = (sample - 0.97 * before) * (window[n] ?? 0);
    before = sample;
  }
  return frame;
}

function energyOf(frame: Float64Array): number {
  let sum = 0;
  for (const value of frame) sum += value * value;
  return sum;
}

function bandPowers(power: Float64Array): Float64Array {
  const powers = new Float64Array(BANDS);
  for (const [band, { first, weights }] of filters.entries()) {
    let sum = 0;
    for (let index = 0; index < weights.length; index += 1) {
      sum += (weights[index] ?? 0) * (power[first + index] ?? 0);
    }
    powers[band] = sum;
  }
  return powers;
}

const isVowelBand = BAND_HZ.map((hz) => hz > 300 && hz < 2300);

const vowelLevel = (powers: Float64Array): number =>
  decibels(powers.reduce((sum, power, band) => sum + (isVowelBand[band] === true ? power : 0), 0));

function cepstrum(powers: Float64Array): Float64Array {
  const logs = powers.map((power) => Math.log(power + 1));
  const cepstra = new Float64Array(COEFFICIENTS);
  for (const [coefficient, row] of cosines.entries()) {
    let sum = 0;
    for (let band = 0; band < BANDS; band += 1) sum += (row[band] ?? 0) * (logs[band] ?? 0);
    cepstra[coefficient] = sum;
  }
  return cepstra;
}

function meanSpectrum(bands: readonly Float64Array[]): number[] {
  return Array.from({ length: BANDS }, (_, band) =>
    decibels(
      bands.reduce((sum, powers) => sum + (powers[band] ?? 0), 0) / Math.max(1, bands.length),
    ),
  );
}
