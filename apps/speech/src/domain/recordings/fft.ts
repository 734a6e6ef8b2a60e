/**
 * Power spectrum of real samples by a radix-2 transform (Cooley and Tukey 1965). O(n log n).
 *
 * @param size a power of 2
 * @returns the power in bins 0 to size / 2
 */
export class PowerSpectrum {
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #order: Uint32Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(readonly size: number) {
    const angle = (index: number): number => (-2 * Math.PI * index) / size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos(angle(index)));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, index) => Math.sin(angle(index)));
    const bits = Math.log2(size);
    this.#order = Uint32Array.from({ length: size }, (_, index) => reversed(index, bits));
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** @param samples at most `size`; zeros follow */
  of(samples: Float64Array): Float64Array {
    this.#imaginary.fill(0);
    for (let index = 0; index < this.size; index += 1) {
      this.#real[index] = samples[this.#order[index] ?? 0] ?? 0;
    }
    for (let half = 1; half < this.size; half *= 2) this.combine(half);
    return Float64Array.from(
      { length: this.size / 2 + 1 },
      (_, bin) => (this.#real[bin] ?? 0) ** 2 + (this.#imaginary[bin] ?? 0) ** 2,
    );
  }

  private combine(half: number): void {
    const step = this.size / (2 * half);
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let k = 0; k < half; k += 1) this.butterfly(start + k, half, k * step);
    }
  }

  private butterfly(top: number, half: number, twiddle: number): void {
    const [real, imaginary] = [this.#real, this.#imaginary];
    const bottom = top + half;
    const [c, s] = [this.#cos[twiddle] ?? 0, this.#sin[twiddle] ?? 0];
    const [r, i] = [real[bottom] ?? 0, imaginary[bottom] ?? 0];
    const [turnedReal, turnedImaginary] = [r * c - i * s, r * s + i * c];
    const [topReal, topImaginary] = [real[top] ?? 0, imaginary[top] ?? 0];
    real[bottom] = topReal - turnedReal;
    imaginary[bottom] = topImaginary - turnedImaginary;
    real[top] = topReal + turnedReal;
    imaginary[top] = topImaginary + turnedImaginary;
  }
}

function reversed(index: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) result |= ((index >> bit) & 1) << (bits - 1 - bit);
  return result;
}
