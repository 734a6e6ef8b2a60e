import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { placeOf } from '@sextant/platform-security/rate-limit';

interface Place {
  running: number;
  readonly waiting: (() => void)[];
}

export interface TurnLimits {
  /** Tasks of one address that run at once. */
  readonly atOnce: number;
  /** Tasks of one address that wait for a turn; more are refused. */
  readonly waiting: number;
}

/** So many tasks of one address at once; the others of that address wait in the order in which they came. */
export class AddressTurns {
  readonly #places = new Map<string, Place>();

  constructor(private readonly limits: TurnLimits) {}

  /** @throws {Problem} 429 `TOO_MANY_REQUESTS` when too many wait already; what the task throws */
  async take<T>(address: string, task: () => Promise<T>): Promise<T> {
    const key = placeOf(address);
    const place = this.#places.get(key) ?? { running: 0, waiting: [] };
    this.#places.set(key, place);
    if (place.running < this.limits.atOnce) place.running += 1;
    else await this.#wait(place);
    try {
      return await task();
    } finally {
      // A turn is handed on: nobody who comes now gets in between.
      const next = place.waiting.shift();
      if (next === undefined) place.running -= 1;
      else next();
      if (place.running === 0) this.#places.delete(key);
    }
  }

  #wait({ waiting }: Place): Promise<void> {
    if (waiting.length >= this.limits.waiting) {
      throw HTTP_PROBLEMS.tooManyRequests({
        message: 'Too much is read from this address at once. Try again in a second.',
        headers: { 'Retry-After': '1' },
      });
    }
    return new Promise((resolve) => waiting.push(resolve));
  }
}
