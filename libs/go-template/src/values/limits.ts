import { LimitError } from '../errors.js';

/** Bounds of one execution. */
export interface Limits {
  /** Nodes walked and work done by functions, in steps. Default 1,000,000. */
  readonly steps: number;
  /** Templates that call templates. Default 500; Go's own bound is 100,000. */
  readonly depth: number;
  /** Length of the output and of every string on the way, in UTF-16 code units. Default 1 MiB. */
  readonly output: number;
}

export const DEFAULT_LIMITS: Limits = { steps: 1_000_000, depth: 500, output: 1024 * 1024 };

/** What is left of the bounds. Functions whose work grows with their arguments charge it here. */
export class Budget {
  #steps: number;

  constructor(readonly limits: Limits) {
    this.#steps = limits.steps;
  }

  /** Spends steps. @throws {LimitError} when none are left */
  charge(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) {
      throw new LimitError(`more than ${this.limits.steps} steps`);
    }
  }

  /** Refuses a string before it is built. @throws {LimitError} above the bound on output */
  checkLength(length: number): void {
    if (length > this.limits.output) {
      throw new LimitError(`output longer than ${this.limits.output} characters`);
    }
  }
}
