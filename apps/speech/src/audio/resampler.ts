/** Zero crossings of the sinc on each side; with the window below, aliases are 80 dB down. */
const HALF_WIDTH = 16;
/** Shape of the Kaiser window. */
const BETA = 8;
/** Share of the smaller Nyquist frequency that passes unchanged. */
const PASSBAND = 0.92;

/**
 * Changes the sample rate of a stream, with a polyphase filter of windowed sinc (J. O. Smith, "Digital Audio
 * Resampling"). State is kept between calls; the delay of the filter is taken out, so that sample n of the output is
 * at the same time as in the input. O(taps) a sample.
 */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #half: number;
  readonly #filter: readonly Float32Array[];
  /** Input that is still needed, and the index in the whole stream of its first sample. */
  #held: Float32Array = new Float32Array(0);
  #heldFrom: number;
  #received = 0;
  #made = 0;

  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#up = to / divisor;
    this.#down = from / divisor;
    const cutoff = (Math.min(from, to) / from) * PASSBAND;
    this.#half = Math.ceil(HALF_WIDTH / cutoff);
    this.#filter = filterFor(this.#up, this.#half, cutoff);
    this.#held = new Float32Array(this.#half);
    this.#heldFrom = -this.#half;
  }

  /** What can be made of all samples so far. */
  push(samples: Int16Array): Int16Array {
    this.hold(samples);
    this.#received += samples.length;
    return this.make(this.#received - this.#half);
  }

  /** The rest: the stream is over, silence follows. */
  end(): Int16Array {
    this.hold(new Int16Array(this.#half));
    return this.make(this.#received);
  }

  private hold(samples: Int16Array): void {
    const joined = new Float32Array(this.#held.length + samples.length);
    joined.set(this.#held);
    joined.set(samples, this.#held.length);
    this.#held = joined;
  }

  /** Output whose time is before that of input sample `until`. */
  private make(until: number): Int16Array {
    const total = Math.max(this.#made, Math.ceil((until * this.#up) / this.#down));
    const output = new Int16Array(total - this.#made);
    for (let index = 0; index < output.length; index += 1) {
      const position = (this.#made + index) * this.#down;
      const center = Math.floor(position / this.#up);
      output[index] = this.sampleAt(center, position % this.#up);
    }
    this.#made = total;
    this.forget(Math.floor((total * this.#down) / this.#up) - this.#half);
    return output;
  }

  private sampleAt(center: number, phase: number): number {
    const taps = this.#filter[phase] ?? new Float32Array(0);
    const held = this.#held;
    const first = center - this.#half + 1 - this.#heldFrom;
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap += 1) {
      sum += (taps[tap] ?? 0) * (held[first + tap] ?? 0);
    }
    return clampToInt16(sum);
  }

  private forget(before: number): void {
    const count = Math.max(0, before - this.#heldFrom);
    if (count === 0) return;
    this.#held = this.#held.slice(count);
    this.#heldFrom += count;
  }
}

export const clampToInt16 = (value: number): number =>
  Math.max(-32768, Math.min(32767, Math.round(value)));

const filters = new Map<string, readonly Float32Array[]>();

/** Filters take milliseconds to make, and there are few different ones. */
function filterFor(phases: number, half: number, cutoff: number): readonly Float32Array[] {
  const key = `${phases} ${half} ${cutoff}`;
  const known = filters.get(key);
  if (known !== undefined) return known;
  const made = polyphase(phases, half, cutoff);
  // Rates that a caller's pitch makes up are not kept.
  if (filters.size < 100) filters.set(key, made);
  return made;
}

/** Taps that give the signal between two samples, at so many places; the first is the sample itself. */
export const interpolation = (phases: number, half: number): readonly Float32Array[] =>
  filterFor(phases, half, 1);

/** One set of taps for each phase between two input samples; each sums to 1, so that levels stay. */
function polyphase(phases: number, half: number, cutoff: number): Float32Array[] {
  return Array.from({ length: phases }, (_, phase) => {
    const taps = Float32Array.from({ length: 2 * half }, (_tap, tap) => {
      const distance = tap - half + 1 - phase / phases;
      return sinc(distance * cutoff) * kaiser(distance / half);
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const kaiser = (x: number): number =>
  Math.abs(x) >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA);

/** Modified Bessel function of the first kind, order zero. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-10; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
