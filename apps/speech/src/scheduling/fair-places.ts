import { FairQueue } from './fair-queue.js';

/** Places that owners take in turn; whoever waits may leave. */
export class FairPlaces {
  readonly #waiting = new FairQueue<() => void>();
  readonly #ownerOf = new Map<() => void, string>();
  readonly #taken = new Map<string, number>();
  #free: number;

  /** @param places that there are @param each that one owner may have of them */
  constructor(
    places: number,
    private readonly each = places,
  ) {
    this.#free = places;
  }

  waitingOf(owner: string): number {
    return this.#waiting.waitingOf(owner).count;
  }

  /**
   * @param cost above 0: who asks for much has fewer turns
   * @returns gives the place back; once
   * @throws the signal's reason when it aborts before there is a place
   */
  enter(owner: string, cost: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.remove(begin);
        this.#ownerOf.delete(begin);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        this.#ownerOf.delete(begin);
        resolve(this.take(owner));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#ownerOf.set(begin, owner);
      this.#waiting.push(owner, begin, Math.max(1, cost));
      this.dispatch();
    });
  }

  private take(owner: string): () => void {
    this.#taken.set(owner, this.takenBy(owner) + 1);
    this.#free -= 1;
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#free += 1;
      const left = this.takenBy(owner) - 1;
      if (left === 0) this.#taken.delete(owner);
      else this.#taken.set(owner, left);
      this.dispatch();
    };
  }

  private takenBy(owner: string): number {
    return this.#taken.get(owner) ?? 0;
  }

  private dispatch(): void {
    while (this.#free > 0) {
      const next = this.#waiting.shift(
        (begin) => this.takenBy(this.#ownerOf.get(begin) ?? '') < this.each,
      );
      if (next === undefined) return;
      next();
    }
  }
}
