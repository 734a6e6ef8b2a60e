import { Admission, type AdmissionLimits, type AdmissionTask } from './admission.js';

export interface LaneLimits {
  /** What is small: it costs no more. */
  readonly upTo: number;
  readonly small: AdmissionLimits;
  readonly large: AdmissionLimits;
}

/** Small tasks have places of their own: they do not wait for large ones, which take longer. */
export class Lanes {
  readonly #upTo: number;
  readonly #small: Admission;
  readonly #large: Admission;

  constructor({ upTo, small, large }: LaneLimits) {
    this.#upTo = upTo;
    this.#small = new Admission(small);
    this.#large = new Admission(large);
  }

  /** The places of tasks that cost so much. */
  laneOf(amount: number): Admission {
    return amount > this.#upTo ? this.#large : this.#small;
  }

  /** @throws {Problem} as `Admission.during` */
  async during<T>(asked: AdmissionTask, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return await this.laneOf(asked.amount).during(asked, task, signal);
  }
}
