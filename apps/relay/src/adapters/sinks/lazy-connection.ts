/** A connection that is made when it is needed, and made anew after it has broken. */
export class LazyConnection<C> {
  #open: Promise<C> | undefined;
  #isOver = false;

  constructor(
    private readonly connect: (onClose: () => void) => Promise<C>,
    private readonly end: (connection: C) => Promise<void>,
  ) {}

  /** @throws whatever connecting throws; the next call tries again */
  get(): Promise<C> {
    if (this.#isOver) return Promise.reject(new Error('the channel is closed'));
    const opening: Promise<C> = this.#open ?? this.connect(() => this.#forget(opening));
    if (this.#open === undefined) {
      this.#open = opening;
      opening.catch(() => this.#forget(opening));
    }
    return opening;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    const open = await this.#open?.catch(() => undefined); // it never was
    if (open !== undefined) await this.end(open).catch(() => undefined); // it is gone already
  }

  #forget(which: Promise<C>): void {
    if (this.#open === which) this.#open = undefined;
  }
}
