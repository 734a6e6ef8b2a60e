import { Resampler } from '../audio/resampler.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';

/** Raw sound as clients send it: mono, 16 bits, little-endian. Frames may end within a sample. */
export class SampleInput {
  readonly #resampler: Resampler | undefined;
  #odd: Buffer = Buffer.alloc(0);
  #samples = 0;

  /** @param sampleRate of what comes, 8,000 to 48,000 a second */
  constructor(sampleRate: number) {
    if (sampleRate !== ANALYSIS_RATE) this.#resampler = new Resampler(sampleRate, ANALYSIS_RATE);
  }

  /** Samples that came, at the client's rate. */
  get samples(): number {
    return this.#samples;
  }

  /** What came, at 16,000 samples a second. */
  push(bytes: Buffer): Int16Array {
    const all = this.#odd.length === 0 ? bytes : Buffer.concat([this.#odd, bytes]);
    const pcm = new Int16Array(all.length >> 1);
    for (let index = 0; index < pcm.length; index += 1) pcm[index] = all.readInt16LE(index * 2);
    this.#odd = all.subarray(pcm.length * 2);
    this.#samples += pcm.length;
    return this.#resampler === undefined ? pcm : this.#resampler.push(pcm);
  }
}
