/** So many tasks at a time; owners have their turns one after the other, however many tasks one of them waits with. */
export class FairQueue {
  /** In the order of their turns; each has something that waits. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(private readonly atOnce = 1) {}

  /** Whether there is no turn for one who comes now. */
  get isBusy(): boolean {
    return this.#running >= this.atOnce;
  }

  /** Whether somebody waits for a turn. */
  get isWanted(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * @param signal a task whose signal has aborted by its turn is passed over
   * @returns what the task returns, or fails as it does, or with the signal's reason
   */
  async turn<T>(owner: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#running < this.atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#wait(owner, resolve));
    try {
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.#next(owner);
    }
  }

  #wait(owner: string, begin: () => void): void {
    const waiting = this.#waiting.get(owner);
    if (waiting === undefined) this.#waiting.set(owner, [begin]);
    else waiting.push(begin);
  }

  /** The turn is handed on: nobody who comes now gets in between. Whoever has just had one is the last of those who wait. */
  #next(served: string): void {
    const own = this.#waiting.get(served);
    if (own !== undefined) {
      this.#waiting.delete(served);
      this.#waiting.set(served, own);
    }
    const [owner, waiting] = this.#waiting.entries().next().value ?? [];
    const begin = waiting?.shift();
    if (owner === undefined || waiting === undefined || begin === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(owner);
    if (waiting.length > 0) this.#waiting.set(owner, waiting);
    begin();
  }
}
