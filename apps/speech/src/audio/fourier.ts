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
    const step = this.size / (2 * half);
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        const [c, s] = [this.#cos[k * step] ?? 0, this.#sin[k * step] ?? 0];
        const bottom = start + k + half;
        const [r, i] = [real[bottom] ?? 0, imaginary[bottom] ?? 0];
        spread(real, start + k, half, r * c - i * s);
        spread(imaginary, start + k, half, r * s + i * c);
      }
    }
  }
}

/** One becomes the sum and the difference of itself and the other. */
function spread(values: Float64Array, top: number, half: number, turned: number): void {
  const value = values[top] ?? 0;
  values[top] = value + turned;
  values[top + half] = value - turned;
}

function reversed(index: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) result |= ((index >> bit) & 1) << (bits - 1 - bit);
  return result;
}
