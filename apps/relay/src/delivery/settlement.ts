import type { Clock } from '@sextant/platform-runtime/clock';
import type { Observer } from '../observability/observer.js';
import {
  SpoolClosed,
  SpoolRefused,
  type NewDeadLetter,
  type Reply,
  type Settled,
  type Spool,
} from '../spool/spool.js';
import type { RelayEvent } from '../events/event.js';

const RETRY_MS = 1000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };

const nothing = (): Mutable<Settled> => ({
  done: [],
  retries: [],
  deadLetters: [],
  replies: [],
  events: [],
});

export interface SettlementUses {
  readonly spool: Pick<Spool, 'settle'>;
  readonly observer: Observer;
  readonly clock: Clock;
  /** Called when events were written that nobody has routed yet. */
  readonly onEvents: () => void;
}

/** Collects what became of deliveries and writes it down in few, large steps. */
export class Settlement {
  #open = nothing();
  #idle: Promise<void> | undefined;
  #failingSinceMs: number | undefined;

  constructor(private readonly uses: SettlementUses) {}

  /** Since when every try has failed; nothing when the last one did not. */
  get failingSinceMs(): number | undefined {
    return this.#failingSinceMs;
  }

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
    this.#idle ??= this.#run();
  }

  async #run(): Promise<void> {
    // A turn later: all outcomes of a batch are known by then.
    await new Promise((resolve) => setImmediate(resolve));
    while (Object.values(this.#open).some((list) => list.length > 0)) {
      const batch = this.#open;
      this.#open = nothing();
      await this.#write(batch);
      if (batch.events.length > 0) this.uses.onEvents();
    }
    // Without a pause after the check that found nothing: an outcome that comes later starts a new run.
    this.#idle = undefined;
  }

  /** Until it succeeds: otherwise a dead letter would be lost, or a message sent twice. */
  async #write(batch: Settled): Promise<void> {
    for (;;) {
      try {
        await this.uses.spool.settle(batch);
        this.#failingSinceMs = undefined;
        return;
      } catch (error) {
        if (error instanceof SpoolRefused) return this.#writeParts(batch, error);
        this.#failingSinceMs ??= this.uses.clock.nowMs();
        this.uses.observer.trouble('spool.settle_failed', error);
        if (error instanceof SpoolClosed) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  /** What can never be written is said and left out; everything else must not wait for it. */
  async #writeParts(batch: Settled, error: SpoolRefused): Promise<void> {
    const parts = partsOf(batch);
    if (parts.length <= 1) this.uses.observer.trouble('spool.settle_refused', error);
    else for (const part of parts) await this.#write(part);
  }
}

/** One part for each thing, in an order in which a crash repeats something and loses nothing. */
const partsOf = ({ deadLetters, events, replies, retries, done }: Settled): Settled[] => [
  ...deadLetters.map((item) => ({ ...nothing(), deadLetters: [item] })),
  ...events.map((item) => ({ ...nothing(), events: [item] })),
  ...replies.map((item) => ({ ...nothing(), replies: [item] })),
  ...retries.map((item) => ({ ...nothing(), retries: [item] })),
  ...(done.length === 0 ? [] : [{ ...nothing(), done }]),
];
