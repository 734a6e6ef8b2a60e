import { isRefusal } from './rpc-error.js';

const MAX_WINDOW = 2000;

/** How many blocks are asked for at once: half as many when the nodes refuse a range, twice as many when they do not. */
export class ReadWindow {
  #blocks = MAX_WINDOW;

  get blocks(): number {
    return this.#blocks;
  }

  /** @returns `undefined` when the range was too large: the next one is smaller */
  async read<T>(range: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await range();
      this.#blocks = Math.min(MAX_WINDOW, this.#blocks * 2);
      return answer;
    } catch (error) {
      if (!isRefusal(error) || this.#blocks === 1) throw error;
      this.#blocks = Math.max(1, Math.floor(this.#blocks / 2));
      return undefined;
    }
  }
}
