/** The discrete Fourier transform by radix 2 (Cooley and Tukey 1965), in place. O(n log n). */
export class Fourier {
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #order: Uint32Array;

  /** @param size a power of 2 */
  constructor(readonly size: number) {
    const angle = (index: number): number => (-2 * Math.PI * index) / size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos(angle(index)));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, index) => Math.sin(angle(index)));
    const bits = Math.log2(size);
    this.#order = Uint32Array.from({ length: size }, (_, index) => reversed(index, bits));
  }

  /** Both of `size`; samples become bins. */
  transform(real: Float64Array, imaginary: Float64Array): void {
    this.reorder(real);
    this.reorder(imaginary);
    for (let half = 1; half < this.size; half *= 2) this.combine(real, imaginary, half);
  }

  /** Bins become samples: the transform of swapped parts is the inverse one, but for the scale. */
  invert(real: Float64Array, imaginary: Float64Array): void {
    this.transform(imaginary, real);
    for (let index = 0; index < this.size; index += 1) {
      real[index] = (real[index] ?? 0) / this.size;
      imaginary[index] = (imaginary[index] ?? 0) / this.size;
    }
  }

  private reorder(values: Float64Array): void {
    for (let index = 0; index < this.size; index += 1) {
      const other = this.#order[index] ?? 0;
      if (other <= index) continue;
      const value = values[index] ?? 0;
      values[index] = values[other] ?? 0;
      values[other] = value;
    }
  }

  private combine(real: Float64Array, imaginary: Float64Array, half: number): void {
    const [cos, sin, step] = [this.#cos, this.#sin, this.size / (2 * half)];
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let k = 0, top = start; k < half; k += 1, top += 1) {
        const bottom = top + half;
        const c = cos[k * step] ?? 0;
        const s = sin[k * step] ?? 0;
        const r = real[bottom] ?? 0;
        const i = imaginary[bottom] ?? 0;
        const turnedReal = r * c - i * s;
        const turnedImaginary = r * s + i * c;
        const topReal = real[top] ?? 0;
        const topImaginary = imaginary[top] ?? 0;
        real[top] = topReal + turnedReal;
        real[bottom] = topReal - turnedReal;
        imaginary[top] = topImaginary + turnedImaginary;
        imaginary[bottom] = topImaginary - turnedImaginary;
      }
    }
  }
}

function reversed(index: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) result |= ((index >> bit) & 1) << (bits - 1 - bit);
  return result;
}
