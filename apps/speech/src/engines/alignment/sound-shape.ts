import { setImmediate as turn } from 'node:timers/promises';
import { PowerSpectrum } from '../../audio/fft.js';

/** Milliseconds between two frames. */
export const HOP_MS = 10;
/** Samples: 12 ms at 22,050 a second. */
const FRAME = 256;
/** Some two milliseconds of work. */
const FRAMES_A_TURN = 64;
const BANDS = 18;
const LOW_HZ = 100;
const HIGH_HZ = 6000;

const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hertz = (value: number): number => 700 * (10 ** (value / 2595) - 1);
const EDGES_HZ = Array.from({ length: BANDS + 1 }, (_none, band) =>
  hertz(mel(LOW_HZ) + (band / BANDS) * (mel(HIGH_HZ) - mel(LOW_HZ))),
);
const WINDOW = Float64Array.from(
  { length: FRAME },
  (_none, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (FRAME - 1)),
);

/**
 * What a sound is like every 10 ms, as far as it does not depend on who speaks: the logarithm of the power in bands of the mel
 * scale, each with a mean of 0 and a deviation of 1 over the whole. O(n log n). Others have their turn meanwhile.
 */
export async function shapeOf(
  pcm: Int16Array,
  sampleRate: number,
): Promise<readonly Float64Array[]> {
  const spectrum = new PowerSpectrum(FRAME);
  const bins = EDGES_HZ.map((hz) => Math.round((hz * FRAME) / sampleRate));
  const hop = (sampleRate * HOP_MS) / 1000;
  const count = Math.max(0, Math.floor((pcm.length - FRAME) / hop) + 1);
  const samples = new Float64Array(FRAME);
  const frames: Float64Array[] = [];
  for (let frame = 0; frame < count; frame += 1) {
    if (frame % FRAMES_A_TURN === FRAMES_A_TURN - 1) await turn();
    const start = Math.round(frame * hop);
    for (let at = 0; at < FRAME; at += 1) samples[at] = (pcm[start + at] ?? 0) * (WINDOW[at] ?? 0);
    frames.push(bandsOf(spectrum.of(samples), bins));
  }
  normalise(frames);
  return frames;
}

function bandsOf(power: Float64Array, bins: readonly number[]): Float64Array {
  const bands = new Float64Array(BANDS);
  for (let band = 0; band < BANDS; band += 1) {
    const [first, end] = [bins[band] ?? 0, Math.max(bins[band + 1] ?? 0, (bins[band] ?? 0) + 1)];
    let sum = 1;
    for (let bin = first; bin < end; bin += 1) sum += power[bin] ?? 0;
    bands[band] = Math.log(sum);
  }
  return bands;
}

function normalise(frames: readonly Float64Array[]): void {
  for (let band = 0; band < BANDS; band += 1) {
    let [sum, squares] = [0, 0];
    for (const frame of frames) {
      const value = frame[band] ?? 0;
      sum += value;
      squares += value * value;
    }
    const mean = sum / frames.length;
    const deviation = Math.sqrt(Math.max(0, squares / frames.length - mean * mean)) + 1e-9;
    for (const frame of frames) frame[band] = ((frame[band] ?? 0) - mean) / deviation;
  }
}
