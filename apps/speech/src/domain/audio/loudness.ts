import { clampToInt16 } from './resampler.js';

/** Target of `loudness_normalization`, in LUFS. */
export const TARGET_LUFS = -14;
/** Highest true peak, in decibels below full scale. */
export const PEAK_DBTP = -2;

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** The two stages of the K-weighting filter (ITU-R BS.1770-5, annex 1) at any rate, as libebur128 derives them. */
function kWeighting(sampleRate: number): readonly [Biquad, Biquad] {
  return [highShelf(sampleRate), highPass(sampleRate)];
}

function highShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [
      (vh + (vb * k) / q + k * k) / a0,
      (2 * (k * k - vh)) / a0,
      (vh - (vb * k) / q + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}

/** In place; transposed direct form II. */
function filter(samples: Float64Array, { b, a }: Biquad): void {
  let z1 = 0;
  let z2 = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const x = samples[index] ?? 0;
    const y = b[0] * x + z1;
    z1 = b[1] * x - a[0] * y + z2;
    z2 = b[2] * x - a[1] * y;
    samples[index] = y;
  }
}

const BLOCK_SECONDS = 0.4;
const STEP_SECONDS = 0.1;
const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);

/**
 * Integrated loudness in LUFS with both gates (ITU-R BS.1770-5, EBU R128); minus infinity for silence. What is shorter
 * than a block of 400 ms counts as one.
 */
export function integratedLoudness(pcm: Int16Array, sampleRate: number): number {
  const samples = Float64Array.from(pcm, (sample) => sample / 32768);
  for (const stage of kWeighting(sampleRate)) filter(samples, stage);
  const powers = blockPowers(samples, sampleRate);
  const audible = powers.filter((power) => loudnessOf(power) > -70);
  if (audible.length === 0) return -Infinity;
  const relative = loudnessOf(mean(audible)) - 10;
  return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > relative)));
}

function blockPowers(samples: Float64Array, sampleRate: number): number[] {
  const block = Math.min(samples.length, Math.round(BLOCK_SECONDS * sampleRate));
  const step = Math.round(STEP_SECONDS * sampleRate);
  const sums = new Float64Array(samples.length + 1);
  for (let index = 0; index < samples.length; index += 1) {
    sums[index + 1] = (sums[index] ?? 0) + (samples[index] ?? 0) ** 2;
  }
  const powers: number[] = [];
  for (let start = 0; block > 0 && start + block <= samples.length; start += step) {
    powers.push(((sums[start + block] ?? 0) - (sums[start] ?? 0)) / block);
  }
  return powers;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** What the limiter takes away is given back so often, and no more than this in all. */
const MAX_PASSES = 4;
const MAX_EXTRA_DB = 12;
/** EBU R128 allows 0.5 LU where the level cannot be set exactly. */
const TOLERANCE_LU = 0.5;

/** Factor that brings this to the target, after the limiter; 1 for silence. */
export function gainToTarget(pcm: Int16Array, sampleRate: number): number {
  const loudness = integratedLoudness(pcm, sampleRate);
  if (!Number.isFinite(loudness)) return 1;
  const first = 10 ** ((TARGET_LUFS - loudness) / 20);
  const most = first * 10 ** (MAX_EXTRA_DB / 20);
  let gain = first;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const missing = TARGET_LUFS - integratedLoudness(limited(pcm, gain, sampleRate), sampleRate);
    if (missing <= TOLERANCE_LU) break;
    gain = Math.min(most, gain * 10 ** (missing / 20));
  }
  return gain;
}

function limited(pcm: Int16Array, gain: number, sampleRate: number): Int16Array {
  const limiter = new Limiter(gain, sampleRate);
  const output = new Int16Array(pcm.length);
  const begin = limiter.push(pcm);
  output.set(begin);
  output.set(limiter.end(), begin.length);
  return output;
}

/** Look-ahead of the limiter, so that the gain is down before the peak comes. */
const LOOK_AHEAD_SECONDS = 0.002;
const RELEASE_SECONDS = 0.05;
/** Samples between samples can be higher: half a decibel is kept for them at speech's rates. */
const MARGIN_DB = 0.5;

/** Gain, then a limiter with look-ahead that keeps peaks below -2 dBTP; as many samples come out as went in. */
export class Limiter {
  readonly #ceiling = 32768 * 10 ** ((PEAK_DBTP - MARGIN_DB) / 20);
  readonly #release: number;
  readonly #delay: number;
  #held: number[] = [];
  #reduction = 1;

  constructor(
    private readonly gain: number,
    sampleRate: number,
  ) {
    this.#delay = Math.round(LOOK_AHEAD_SECONDS * sampleRate);
    this.#release = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
  }

  push(pcm: Int16Array): Int16Array {
    for (const sample of pcm) this.#held.push(sample * this.gain);
    return this.release(Math.max(0, this.#held.length - this.#delay));
  }

  end(): Int16Array {
    return this.release(this.#held.length);
  }

  private release(count: number): Int16Array {
    const output = new Int16Array(count);
    const needed = this.neededReduction();
    for (let index = 0; index < count; index += 1) {
      const goal = needed[index] ?? 1;
      // Down in time for the peak, up again slowly.
      this.#reduction =
        goal < this.#reduction ? goal : this.#reduction + (goal - this.#reduction) * this.#release;
      output[index] = clampToInt16((this.#held[index] ?? 0) * this.#reduction);
    }
    this.#held = this.#held.slice(count);
    return output;
  }

  /** For each held sample, the smallest factor that it or one within the look-ahead needs. O(n). */
  private neededReduction(): Float64Array {
    const needed = Float64Array.from(this.#held, (sample) =>
      Math.min(1, this.#ceiling / Math.max(1, Math.abs(sample))),
    );
    const result = new Float64Array(needed.length);
    const window: number[] = []; // indices of candidates, factors ascending
    for (let index = needed.length - 1; index >= 0; index -= 1) {
      dropLarger(window, needed, index);
      window.push(index);
      while ((window[0] ?? 0) > index + this.#delay) window.shift();
      result[index] = needed[window[0] ?? 0] ?? 1;
    }
    return result;
  }
}

/** Those that come later and need less can never be the smallest of a window that this one is in. */
function dropLarger(window: number[], needed: Float64Array, index: number): void {
  const own = needed[index] ?? 1;
  for (let last = window.at(-1); last !== undefined; last = window.at(-1)) {
    if ((needed[last] ?? 1) < own) return;
    window.pop();
  }
}
