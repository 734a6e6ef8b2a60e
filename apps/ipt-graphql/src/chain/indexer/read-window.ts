import { isRefusal } from '../rpc/rpc-error.js';

const MAX_WINDOW = 2000;
/** As often as this, in reads that went well, more is tried than what failed last (our choice). */
const TRY_MORE_EVERY = 32;

/** Blocks, both included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/**
 * How many blocks are asked for at once: half as many when a range fails, for whatever reason, since nodes say in many ways that
 * one is too large, or say nothing and take too long; twice as many when ranges do not fail.
 */
export class ReadWindow {
  #blocks = MAX_WINDOW;
  #most = MAX_WINDOW;
  #reads = 0;

  get blocks(): number {
    return this.#blocks;
  }

  /** @returns `undefined` when a node refused the range: the next one is smaller */
  async read<T>({ from, to }: BlockRange, range: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await range();
      this.#reads += 1;
      if (this.#reads % TRY_MORE_EVERY === 0) this.#most = MAX_WINDOW;
      this.#blocks = Math.min(this.#most, this.#blocks * 2);
      return answer;
    } catch (error) {
      // Less than a block cannot be asked for.
      if (from === to) throw error;
      this.#blocks = this.#most = Math.floor((to - from + 1) / 2);
      if (!isRefusal(error)) throw error;
      return undefined;
    }
  }
}
