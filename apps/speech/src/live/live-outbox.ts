/** What was told in a session, numbered from 1. */
export interface Told<T> {
  readonly sequence: number;
  readonly message: T;
}

/** Where messages go. Resolves when one was taken, so that nobody is told faster than he listens. */
export interface Listener<T> {
  tell(told: Told<T>): Promise<void>;
}

interface Kept<T> extends Told<T> {
  readonly bytes: number;
}

/**
 * Numbered messages to a listener who may lose the connection: the last `mostBytes` are kept, and told again from the number
 * on that he names when he comes back. Whoever adds one waits until it was heard: without a listener nothing piles up.
 */
export class LiveOutbox<T> {
  readonly #kept: Kept<T>[] = [];
  #bytes = 0;
  #last = 0;
  #heard = 0;
  #listener: Listener<T> | undefined;
  #isClosed = false;
  #change = Promise.withResolvers<undefined>();

  constructor(private readonly mostBytes: number) {}

  /** @param bytes what it costs to keep it @returns when it was heard, or nobody will */
  async add(message: T, bytes: number): Promise<void> {
    this.#last += 1;
    const kept = { sequence: this.#last, message, bytes };
    this.#kept.push(kept);
    this.#bytes += bytes;
    while (this.#bytes > this.mostBytes && this.#kept.length > 1) {
      this.#bytes -= this.#kept.shift()?.bytes ?? 0;
    }
    this.changed();
    while (this.#heard < kept.sequence && !this.#isClosed) await this.#change.promise;
  }

  /** Whether everything after this number can still be told. */
  reaches(sequence: number): boolean {
    const first = this.#kept[0]?.sequence ?? this.#last + 1;
    return sequence <= this.#last && sequence + 1 >= first;
  }

  /** Tells everything after this number, and what comes; whoever listened before does no more. */
  attach(listener: Listener<T>, after: number): void {
    this.#listener = listener;
    this.#heard = after;
    void this.serve(listener);
  }

  detach(listener: Listener<T>): void {
    if (this.#listener === listener) this.#listener = undefined;
    this.changed();
  }

  /** Nobody will come back. */
  close(): void {
    this.#isClosed = true;
    this.#listener = undefined;
    this.#kept.length = 0;
    this.changed();
  }

  private async serve(listener: Listener<T>): Promise<void> {
    while (this.#listener === listener) {
      const next = this.#kept.find(({ sequence }) => sequence > this.#heard);
      if (next === undefined) await this.#change.promise;
      else await this.tell(listener, next);
    }
  }

  private async tell(listener: Listener<T>, { sequence, message }: Kept<T>): Promise<void> {
    try {
      await listener.tell({ sequence, message });
    } catch {
      // Its connection is gone, which tells its owner; another one hears it.
      this.detach(listener);
      return;
    }
    if (this.#listener !== listener) return;
    this.#heard = sequence;
    this.changed();
  }

  private changed(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers<undefined>();
    resolve(undefined);
  }
}
