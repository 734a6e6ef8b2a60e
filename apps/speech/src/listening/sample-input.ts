import { Resampler } from '../audio/resampler.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import { othersTurn } from '../scheduling/turns.js';

/**
 * Samples a second that clients may send. Between others and ours there is a filter for each of thousands of phases, whose making
 * would hold up everybody.
 */
export const SAMPLE_RATES: readonly number[] = [
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
];

/** So many bytes are worked on at a time: a second, about. */
const PIECE_BYTES = 16 * 1024;

/** Raw sound as clients send it: mono, 16 bits, little-endian. Frames may end within a sample. */
export class SampleInput {
  readonly #resampler: Resampler | undefined;
  #odd: Buffer = Buffer.alloc(0);
  #samples = 0;

  /** @param sampleRate of what comes, one of `SAMPLE_RATES` */
  constructor(sampleRate: number) {
    if (sampleRate !== ANALYSIS_RATE) this.#resampler = new Resampler(sampleRate, ANALYSIS_RATE);
  }

  /** Samples that came, at the client's rate. */
  get samples(): number {
    return this.#samples;
  }

  /** Another connection sends on from a whole sample: half a one of the last connection would shift all that follows. */
  dropHalfSample(): void {
    this.#odd = Buffer.alloc(0);
  }

  /**
   * What came, at 16,000 samples a second, in pieces. Others have their turn between two.
   *
   * @param workspace whose turn it is
   * @param isOver whether another connection sends on behind what was taken so far: nothing more of these bytes is taken
   */
  async *pieces(
    bytes: Buffer,
    workspace: string,
    isOver: () => boolean = () => false,
  ): AsyncGenerator<Int16Array> {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      if (at > 0) await othersTurn(workspace);
      if (isOver()) return;
      yield this.push(bytes.subarray(at, at + PIECE_BYTES));
    }
  }

  private push(bytes: Buffer): Int16Array {
    const all = this.#odd.length === 0 ? bytes : Buffer.concat([this.#odd, bytes]);
    const pcm = new Int16Array(all.length >> 1);
    for (let index = 0; index < pcm.length; index += 1) pcm[index] = all.readInt16LE(index * 2);
    this.#odd = all.subarray(pcm.length * 2);
    this.#samples += pcm.length;
    return this.#resampler === undefined ? pcm : this.#resampler.push(pcm);
  }
}
