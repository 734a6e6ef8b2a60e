import { Fourier } from './fourier.js';

/**
 * Power spectrum of real samples. O(n log n).
 *
 * @param size a power of 2
 * @returns the power in bins 0 to size / 2
 */
export class PowerSpectrum {
  readonly #fourier: Fourier;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(readonly size: number) {
    this.#fourier = new Fourier(size);
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** @param samples at most `size`; zeros follow */
  of(samples: Float64Array): Float64Array {
    this.#real.fill(0);
    this.#real.set(samples.subarray(0, this.size));
    this.#imaginary.fill(0);
    this.#fourier.transform(this.#real, this.#imaginary);
    const power = new Float64Array(this.size / 2 + 1);
    for (let bin = 0; bin < power.length; bin += 1) {
      power[bin] = (this.#real[bin] ?? 0) ** 2 + (this.#imaginary[bin] ?? 0) ** 2;
    }
    return power;
  }
}
