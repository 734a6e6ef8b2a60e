import { Fourier } from '../audio/fourier.js';
import { COLUMN_HZ, COLUMNS, LOWEST_HZ, ROW_SECONDS, ROWS, type Chips } from './chips.js';

/** How much a chip is raised or lowered: what listeners do not notice in speech (Kirovski and Malvar 2003 have 1 dB). */
const STRENGTH_DB = 1.75;
const RAISED = 10 ** (STRENGTH_DB / 20);

const MIN_FRAME_SECONDS = 0.03;

/**
 * Puts a mark that is not heard into speech, as it is made: spread-spectrum watermarking in the frequency domain (D. Kirovski and
 * H. S. Malvar, "Spread-Spectrum Watermarking of Audio Signals", IEEE Transactions on Signal Processing 51 (4), 2003). The level of
 * each band in each stretch of time is raised or lowered by what a secret sequence says. As many samples come out as went
 * in, half a frame to a frame later.
 */
export class Watermarker {
  readonly #size: number;
  readonly #hop: number;
  readonly #fourier: Fourier;
  readonly #window: Float64Array;
  /** The last frame's samples. */
  readonly #input: Float64Array;
  /** What was added up and is not complete. */
  readonly #output: Float64Array;
  readonly #gains: readonly Float64Array[];
  #pending: Int16Array = new Int16Array(0);
  /** Samples that are still to come out and were before the first. */
  #early: number;
  #frames = 0;
  #taken = 0;
  #given = 0;

  /** @param fromSeconds where the speech begins in a recording of several */
  constructor(
    chips: Chips,
    private readonly sampleRate: number,
    private readonly fromSeconds = 0,
  ) {
    this.#size = 2 ** Math.ceil(Math.log2(sampleRate * MIN_FRAME_SECONDS));
    this.#hop = this.#size / 2;
    this.#early = this.#hop;
    this.#fourier = new Fourier(this.#size);
    // Squared, and added to itself half a frame later, it is 1 everywhere.
    this.#window = Float64Array.from({ length: this.#size }, (_, index) =>
      Math.sin((Math.PI * (index + 0.5)) / this.#size),
    );
    this.#input = new Float64Array(this.#size);
    this.#output = new Float64Array(this.#size);
    this.#gains = Array.from({ length: ROWS }, (_, row) => this.gainsOf(chips, row));
  }

  push(pcm: Int16Array): Int16Array {
    this.#taken += pcm.length;
    const waiting = new Int16Array(this.#pending.length + pcm.length);
    waiting.set(this.#pending);
    waiting.set(pcm, this.#pending.length);
    const frames = Math.floor(waiting.length / this.#hop);
    const marked = new Int16Array(frames * this.#hop);
    for (let frame = 0; frame < frames; frame += 1) {
      const at = frame * this.#hop;
      marked.set(this.frame(waiting.subarray(at, at + this.#hop)), at);
    }
    this.#pending = waiting.slice(frames * this.#hop);
    return this.inTime(marked);
  }

  /** The rest. */
  end(): Int16Array {
    const taken = this.#taken;
    const rest = this.push(new Int16Array(2 * this.#hop));
    return rest.subarray(0, rest.length - (this.#given - taken));
  }

  /** The first half of a frame belongs to what was before the beginning. */
  private inTime(marked: Int16Array): Int16Array {
    const before = Math.min(this.#early, marked.length);
    this.#early -= before;
    this.#given += marked.length - before;
    return marked.subarray(before);
  }

  /** Takes half a frame, gives the half frame before it. */
  private frame(samples: Int16Array): Int16Array {
    this.#input.copyWithin(0, this.#hop);
    this.#input.set(samples, this.#hop);
    const real = this.#input.map((sample, index) => sample * (this.#window[index] ?? 0));
    const imaginary = new Float64Array(this.#size);
    this.#fourier.transform(real, imaginary);
    this.weigh(real, imaginary);
    this.#fourier.invert(real, imaginary);
    for (let index = 0; index < this.#size; index += 1) {
      this.#output[index] =
        (this.#output[index] ?? 0) + (real[index] ?? 0) * (this.#window[index] ?? 0);
    }
    const complete = Int16Array.from(this.#output.subarray(0, this.#hop), clipped);
    this.#output.copyWithin(0, this.#hop);
    this.#output.fill(0, this.#hop);
    this.#frames += 1;
    return complete;
  }

  private weigh(real: Float64Array, imaginary: Float64Array): void {
    // The middle of the frame is where its second half begins.
    const seconds = this.fromSeconds + (this.#frames * this.#hop) / this.sampleRate;
    const gains = this.#gains[Math.floor(seconds / ROW_SECONDS) % ROWS] ?? real;
    for (let bin = 1; bin < this.#hop; bin += 1) {
      const gain = gains[bin] ?? 1;
      const mirror = this.#size - bin;
      real[bin] = (real[bin] ?? 0) * gain;
      imaginary[bin] = (imaginary[bin] ?? 0) * gain;
      real[mirror] = (real[mirror] ?? 0) * gain;
      imaginary[mirror] = (imaginary[mirror] ?? 0) * gain;
    }
  }

  private gainsOf(chips: Chips, row: number): Float64Array {
    return Float64Array.from({ length: this.#hop }, (_, bin) => {
      const hz = (bin * this.sampleRate) / this.#size;
      const column = Math.floor((hz - LOWEST_HZ) / COLUMN_HZ);
      if (column < 0 || column >= COLUMNS) return 1;
      return chips[row * COLUMNS + column] === 1 ? RAISED : 1 / RAISED;
    });
  }
}

const clipped = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample)));
