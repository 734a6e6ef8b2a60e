import { chunks, othersTurn } from '../scheduling/turns.js';
import { Limiter } from './limiter.js';

/** Target of `loudness_normalization`, in LUFS. */
export const TARGET_LUFS = -14;

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

const BLOCK_SECONDS = 0.4;
const STEP_SECONDS = 0.1;
const STEPS_A_BLOCK = Math.round(BLOCK_SECONDS / STEP_SECONDS);
const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);

/**
 * Integrated loudness with both gates (ITU-R BS.1770-5, EBU R128). What is shorter than a block of 400 ms counts as one.
 * O(1) a sample.
 */
export class LoudnessMeter {
  readonly #stages: readonly [Biquad, Biquad];
  readonly #state = new Float64Array(4);
  readonly #stepSamples: number;
  /** Of each tenth of a second. */
  readonly #powers: number[] = [];
  #power = 0;
  #count = 0;

  constructor(sampleRate: number) {
    this.#stages = kWeighting(sampleRate);
    this.#stepSamples = Math.round(STEP_SECONDS * sampleRate);
  }

  push(pcm: Int16Array): void {
    for (const sample of pcm) {
      const weighted = this.filtered(this.filtered(sample / 32768, 0), 1);
      this.#power += weighted * weighted;
      this.#count += 1;
      if (this.#count < this.#stepSamples) continue;
      this.#powers.push(this.#power / this.#count);
      this.#power = 0;
      this.#count = 0;
    }
  }

  /** Of all so far, in LUFS; minus infinity for silence. */
  get lufs(): number {
    const audible = this.blocks().filter((power) => loudnessOf(power) > -70);
    if (audible.length === 0) return -Infinity;
    const relative = loudnessOf(mean(audible)) - 10;
    return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > relative)));
  }

  /** Transposed direct form II. */
  private filtered(x: number, stage: 0 | 1): number {
    const { b, a } = this.#stages[stage];
    const z = this.#state;
    const at = stage * 2;
    const y = b[0] * x + (z[at] ?? 0);
    z[at] = b[1] * x - a[0] * y + (z[at + 1] ?? 0);
    z[at + 1] = b[2] * x - a[1] * y;
    return y;
  }

  private blocks(): number[] {
    const steps = this.#powers;
    if (steps.length < STEPS_A_BLOCK) {
      const samples = steps.length * this.#stepSamples + this.#count;
      const sum = steps.reduce((total, power) => total + power * this.#stepSamples, this.#power);
      return samples === 0 ? [] : [sum / samples];
    }
    return Array.from({ length: steps.length - STEPS_A_BLOCK + 1 }, (_, first) =>
      mean(steps.slice(first, first + STEPS_A_BLOCK)),
    );
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** What the limiter takes away is given back so often, and no more than this in all. */
const MAX_PASSES = 4;
const MAX_EXTRA_DB = 12;
/** EBU R128 allows 0.5 LU where the level cannot be set exactly. */
const TOLERANCE_LU = 0.4;

/** Samples to measure, and whose turn it is. */
export interface Measured {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  readonly workspace: string;
}

/**
 * Factor that brings this to the target, after the limiter; 1 for silence. Others are served in between.
 *
 * @param headroomDb of the limiter
 */
export async function gainToTarget(speech: Measured, headroomDb = 0): Promise<number> {
  const loudness = await integratedLoudness(speech);
  if (!Number.isFinite(loudness)) return 1;
  const { sampleRate } = speech;
  const first = 10 ** ((TARGET_LUFS - loudness) / 20);
  const most = first * 10 ** (MAX_EXTRA_DB / 20);
  let gain = first;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    // What lies between samples hardly changes how loud it is, and costs most.
    const limiter = new Limiter({ gain, sampleRate, headroomDb, isTruePeak: false });
    const missing = TARGET_LUFS - (await integratedLoudness(speech, limiter));
    if (missing <= TOLERANCE_LU) break;
    gain = Math.min(most, gain * 10 ** (missing / 20));
  }
  return gain;
}

/** In LUFS, of what a limiter makes of it; minus infinity for silence. */
export async function integratedLoudness(
  { pcm, sampleRate, workspace }: Measured,
  limiter?: Limiter,
): Promise<number> {
  const meter = new LoudnessMeter(sampleRate);
  for (const chunk of chunks(pcm, sampleRate)) {
    meter.push(limiter?.push(chunk) ?? chunk);
    await othersTurn(workspace);
  }
  if (limiter !== undefined) meter.push(limiter.end());
  return meter.lufs;
}
