/** How a connection is made and ended. */
export interface Connecting<C> {
  readonly connect: (onClose: () => void) => Promise<C>;
  readonly end: (connection: C) => Promise<void>;
  /** A server that accepts and then says nothing must not keep a delivery for ever. */
  readonly timeoutMs: number;
}

/** A connection that is made when it is needed, and made anew after it has broken. */
export class LazyConnection<C> {
  #open: Promise<C> | undefined;
  #current: C | undefined;
  #isOver = false;

  constructor(private readonly uses: Connecting<C>) {}

  /** @throws whatever connecting throws; the next call tries again */
  get(): Promise<C> {
    if (this.#isOver) return Promise.reject(new Error('the channel is closed'));
    const opening: Promise<C> = this.#open ?? this.#connect(() => this.#forget(opening));
    if (this.#open === undefined) {
      this.#open = opening;
      opening.then((connection) => (this.#current = connection)).catch(() => this.#forget(opening));
    }
    return opening;
  }

  /** Ends one that does not answer any more; the next call connects anew. */
  drop(connection: C): void {
    if (this.#current === connection) this.#open = undefined; // others may have a new one
    void this.uses.end(connection).catch(() => undefined); // it is gone already
  }

  async close(): Promise<void> {
    this.#isOver = true;
    const open = await this.#open?.catch(() => undefined); // it never was
    if (open === undefined) return;
    await this.#inTime(this.uses.end(open), 'no goodbye in time').catch(() => undefined);
  }

  async #connect(onClose: () => void): Promise<C> {
    const connecting = this.uses.connect(onClose);
    try {
      return await this.#inTime(connecting, 'no connection in time');
    } catch (error) {
      void connecting.then(this.uses.end).catch(() => undefined); // it may come after all
      throw error;
    }
  }

  async #inTime<T>(work: Promise<T>, complaint: string): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(complaint)), this.uses.timeoutMs);
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #forget(which: Promise<C>): void {
    if (this.#open === which) this.#open = undefined;
  }
}
