import { clampToInt16, interpolation } from './resampler.js';

/** Highest true peak, in decibels below full scale. */
export const PEAK_DBTP = -2;

/** The gain is down this long before the peak, and gets there evenly. */
const LOOK_AHEAD_SECONDS = 0.003;
const RELEASE_SECONDS = 0.05;
/** Samples on each side that the signal between two of them is interpolated from. */
const HALF_WIDTH = 12;
/** Peaks are looked for at this rate at least: four times 48 kHz, as BS.1770-5, annex 2, has it. */
const PEAK_RATE = 192_000;
/** For rounding to 16 bits, and for the gain that moves meanwhile. */
const MARGIN_DB = 0.1;

export interface LimiterOptions {
  /** Factor of all samples. */
  readonly gain: number;
  readonly sampleRate: number;
  /** Decibels that the ceiling is lowered by, for what an encoder adds. */
  readonly headroomDb?: number;
  /** False: peaks of samples only, at a fraction of the cost. */
  readonly isTruePeak?: boolean;
}

/**
 * Gain, then a limiter that keeps true peaks (ITU-R BS.1770-5, annex 2: of the signal, not of its samples) below -2 dBTP.
 * The reduction is the least of what the next milliseconds need, released slowly, and averaged over the look-ahead, so that
 * it moves evenly and is all there when the peak comes. As many samples come out as went in. O(taps) a sample.
 */
export class Limiter {
  readonly #gain: number;
  readonly #ceiling: number;
  readonly #release: number;
  readonly #ahead: number;
  readonly #filter: readonly Float32Array[];
  /** Where all samples around are lower, the signal between them is below the ceiling. */
  readonly #quiet: number;
  /** Samples that were held against it, and the last one above. */
  #compared = 0;
  #lastLoud = -Infinity;
  /** Samples with their gain that are still needed, and the index in the whole stream of the first. */
  #held: Float32Array = new Float32Array(HALF_WIDTH);
  #heldFrom = -HALF_WIDTH;
  #received = 0;
  /** Samples whose need is known. */
  #seen = 0;
  readonly #window: LeastOfWindow;
  readonly #average: MovingAverage;
  #reduction = 1;

  constructor({ gain, sampleRate, headroomDb = 0, isTruePeak = true }: LimiterOptions) {
    this.#gain = gain;
    this.#ceiling = 32768 * 10 ** ((PEAK_DBTP - MARGIN_DB - headroomDb) / 20);
    this.#ahead = Math.max(1, Math.round(LOOK_AHEAD_SECONDS * sampleRate));
    this.#release = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
    const phases = isTruePeak ? Math.max(1, Math.ceil(PEAK_RATE / sampleRate)) : 1;
    this.#filter = interpolation(phases, HALF_WIDTH).slice(1);
    this.#quiet = (this.#ceiling / mostOf(this.#filter)) * 0.999;
    this.#window = new LeastOfWindow(this.#ahead);
    this.#average = new MovingAverage(this.#ahead + 1);
  }

  push(pcm: Int16Array): Int16Array {
    this.hold(pcm);
    this.#received += pcm.length;
    return this.release(this.#received - HALF_WIDTH);
  }

  /** The rest: silence follows. */
  end(): Int16Array {
    this.hold(new Int16Array(HALF_WIDTH + this.#ahead));
    return this.release(this.#received + this.#ahead);
  }

  private hold(pcm: Int16Array): void {
    const joined = new Float32Array(this.#held.length + pcm.length);
    joined.set(this.#held);
    for (let index = 0; index < pcm.length; index += 1) {
      joined[this.#held.length + index] = (pcm[index] ?? 0) * this.#gain;
    }
    this.#held = joined;
  }

  /** Takes in samples before `until`, which may lie in the silence at the end; gives those that lie the look-ahead before. */
  private release(until: number): Int16Array {
    const first = Math.max(0, this.#seen - this.#ahead);
    const output = new Int16Array(Math.max(0, until - this.#ahead - first));
    for (; this.#seen < until; this.#seen += 1) {
      const least = this.#window.next(this.neededAt(this.#seen));
      this.#reduction = Math.min(least, this.#reduction + (1 - this.#reduction) * this.#release);
      const factor = this.#average.next(this.#reduction);
      const at = this.#seen - this.#ahead;
      if (at >= 0) output[at - first] = clampToInt16(this.heldAt(at) * factor);
    }
    this.forget(this.#seen - this.#ahead - HALF_WIDTH);
    return output;
  }

  private heldAt(index: number): number {
    return this.#held[index - this.#heldFrom] ?? 0;
  }

  /** The factor that this sample and the signal up to the next one need. */
  private neededAt(index: number): number {
    if (!this.isLoudAround(index)) return 1;
    const first = index - HALF_WIDTH + 1 - this.#heldFrom;
    let peak = Math.abs(this.heldAt(index));
    // By two phases, by their index: both take a fifth less time than each phase by itself.
    for (let at = 0; at < this.#filter.length; at += 2) {
      const one = this.#filter[at] ?? NO_TAPS;
      const other = this.#filter[at + 1] ?? one;
      peak = Math.max(peak, higherOf(one, other, this.#held, first));
    }
    return peak <= this.#ceiling ? 1 : this.#ceiling / peak;
  }

  /** Whether any of the samples that the signal up to the next one is interpolated from is loud. */
  private isLoudAround(index: number): boolean {
    for (; this.#compared <= index + HALF_WIDTH; this.#compared += 1) {
      if (Math.abs(this.heldAt(this.#compared)) > this.#quiet) this.#lastLoud = this.#compared;
    }
    return this.#lastLoud > index - HALF_WIDTH;
  }

  private forget(before: number): void {
    const count = Math.min(this.#held.length, Math.max(0, before - this.#heldFrom));
    this.#held = this.#held.slice(count);
    this.#heldFrom += count;
  }
}

const NO_TAPS = new Float32Array(0);

/** The higher level of two phases; the one sum does not wait for the other. */
function higherOf(
  one: Float32Array,
  other: Float32Array,
  values: Float32Array,
  from: number,
): number {
  let sum = 0;
  let otherSum = 0;
  for (let tap = 0; tap < one.length; tap += 1) {
    const value = values[from + tap] ?? 0;
    sum += (one[tap] ?? 0) * value;
    otherSum += (other[tap] ?? 0) * value;
  }
  return Math.max(Math.abs(sum), Math.abs(otherSum));
}

/** By what factor the signal between samples may be higher than any of them; 1 without any. */
const mostOf = (filter: readonly Float32Array[]): number =>
  Math.max(1, ...filter.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));

/**
 * The least of the last values, so many and one. Amortized O(1) a value: those that can never be the least are dropped. In rings,
 * because an object for each sample is most of what has to be collected.
 */
class LeastOfWindow {
  /** The candidates grow from the least, each with when it came. */
  readonly #values: Float64Array;
  readonly #times: Float64Array;
  #first = 0;
  #size = 0;
  #count = 0;

  constructor(private readonly length: number) {
    this.#values = new Float64Array(length + 1);
    this.#times = new Float64Array(length + 1);
  }

  next(value: number): number {
    const [values, times, capacity] = [this.#values, this.#times, this.length + 1];
    if (this.#size > 0 && (times[this.#first] ?? 0) < this.#count - this.length) {
      this.#first = (this.#first + 1) % capacity;
      this.#size -= 1;
    }
    while (this.#size > 0 && (values[(this.#first + this.#size - 1) % capacity] ?? 0) >= value) {
      this.#size -= 1;
    }
    const at = (this.#first + this.#size) % capacity;
    values[at] = value;
    times[at] = this.#count;
    this.#size += 1;
    this.#count += 1;
    return values[this.#first] ?? value;
  }
}

/** The mean of the last values; 1 before there were any. */
class MovingAverage {
  readonly #ring: Float64Array;
  #sum: number;
  #at = 0;

  constructor(private readonly length: number) {
    this.#ring = new Float64Array(length).fill(1);
    this.#sum = length;
  }

  next(value: number): number {
    this.#sum += value - (this.#ring[this.#at] ?? 0);
    this.#ring[this.#at] = value;
    this.#at = (this.#at + 1) % this.length;
    return this.#sum / this.length;
  }
}
