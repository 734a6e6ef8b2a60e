import type { Observer } from './observer.js';
import type { NewDeadLetter, Reply, Settled, Spool } from './spool.js';
import type { RelayEvent } from './event.js';

const RETRY_MS = 1000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };

const nothing = (): Mutable<Settled> => ({
  done: [],
  retries: [],
  deadLetters: [],
  replies: [],
  events: [],
});

/** Collects what became of deliveries and writes it down in few, large steps. */
export class Settlement {
  #open = nothing();
  #idle: Promise<void> | undefined;

  constructor(
    private readonly spool: Spool,
    private readonly observer: Observer,
    /** Called when events were written that nobody has routed yet. */
    private readonly onEvents: () => void,
  ) {}

  done(id: number, seq: number): void {
    this.#open.done.push({ id, seq });
    this.#start();
  }

  retry(retry: Settled['retries'][number]): void {
    this.#open.retries.push(retry);
    this.#start();
  }

  deadLetter(letter: NewDeadLetter): void {
    this.#open.deadLetters.push(letter);
    this.#start();
  }

  reply(reply: Reply): void {
    this.#open.replies.push(reply);
    this.#start();
  }

  forward(event: RelayEvent): void {
    this.#open.events.push(event);
    this.#start();
  }

  /** Resolves when everything so far is written down. */
  async flushed(): Promise<void> {
    await this.#idle;
  }

  #start(): void {
    this.#idle ??= this.#run().finally(() => (this.#idle = undefined));
  }

  async #run(): Promise<void> {
    // A turn later: all outcomes of a batch are known by then.
    await new Promise((resolve) => setImmediate(resolve));
    while (Object.values(this.#open).some((list) => list.length > 0)) {
      const batch = this.#open;
      this.#open = nothing();
      await this.#write(batch);
      if (batch.events.length > 0) this.onEvents();
    }
  }

  /** Until it succeeds: otherwise a dead letter would be lost, or a message sent twice. */
  async #write(batch: Settled): Promise<void> {
    for (;;) {
      try {
        await this.spool.settle(batch);
        return;
      } catch (error) {
        this.observer.trouble('spool.settle_failed', error);
        if (isClosed(error)) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }
}

const isClosed = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('is closed');
