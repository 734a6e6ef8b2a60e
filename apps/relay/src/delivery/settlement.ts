import type { Clock } from '@sextant/platform-runtime/clock';
import type { Observer } from '../observability/observer.js';
import {
  SpoolClosed,
  SpoolFull,
  SpoolRefused,
  type NewDeadLetter,
  type Reply,
  type Settled,
  type Spool,
} from '../spool/spool.js';
import type { RelayEvent } from '../events/event.js';

const RETRY_MS = 1000;

type Done = Settled['done'][number];
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
  /** What is done by a dead letter: never written without it. */
  readonly #doneBy = new WeakMap<NewDeadLetter, Done>();
  /** Called once the thing is written. */
  readonly #whenWritten = new WeakMap<object, () => void>();
  #idle: Promise<void> | undefined;
  #failingSinceMs: number | undefined;

  constructor(private readonly uses: SettlementUses) {}

  /** Since when every try has failed; nothing when the last one did not. */
  get failingSinceMs(): number | undefined {
    return this.#failingSinceMs;
  }

  /** @param written called when it is written down: until then a crash undoes it */
  done(id: number, seq: number, written?: () => void): void {
    const done = { id, seq };
    if (written !== undefined) this.#whenWritten.set(done, written);
    this.#open.done.push(done);
    this.#start();
  }

  retry(retry: Settled['retries'][number]): void {
    this.#open.retries.push(retry);
    this.#start();
  }

  /** @param written as of `done`, or when it can never be */
  deadLetter(letter: NewDeadLetter, done: Done, written: () => void): void {
    this.#doneBy.set(letter, done);
    this.#whenWritten.set(letter, written);
    this.#open.deadLetters.push(letter);
    this.#open.done.push(done);
    this.#start();
  }

  reply(reply: Reply): void {
    this.#open.replies.push(reply);
    this.#start();
  }

  /** @param written as of `done` */
  forward(event: RelayEvent, written?: () => void): void {
    if (written !== undefined) this.#whenWritten.set(event, written);
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
    while (!isEmpty(this.#open)) {
      const batch = this.#open;
      this.#open = nothing();
      await this.#write(batch);
      if (batch.events.length > 0) this.uses.onEvents();
    }
    // Without a pause after the check that found nothing: an outcome that comes later starts a new run.
    this.#idle = undefined;
  }

  async #write(batch: Settled): Promise<void> {
    try {
      await this.uses.spool.settle(batch);
    } catch (error) {
      return this.#failed(batch, error);
    }
    this.#failingSinceMs = undefined;
    this.#tell(batch);
  }

  #tell({ events, deadLetters, done }: Settled): void {
    for (const item of [...events, ...deadLetters, ...done]) this.#whenWritten.get(item)?.();
  }

  /** What fails goes with what comes next: otherwise a dead letter would be lost, or a message sent twice. */
  async #failed(batch: Settled, error: unknown): Promise<void> {
    if (error instanceof SpoolRefused) return this.#writeParts(batch, error);
    if (error instanceof SpoolFull && isDivisible(batch)) return this.#writeLess(batch);
    this.#failingSinceMs ??= this.uses.clock.nowMs();
    this.uses.observer.trouble('spool.settle_failed', error);
    if (error instanceof SpoolClosed) return;
    this.#putBack(batch);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
  }

  /** On a full disk: first what makes room, then as many dead letters as there is room for. */
  async #writeLess(batch: Settled): Promise<void> {
    const [now, later] = this.#divided(batch);
    this.#putBack(later);
    await this.#write(now);
  }

  #divided(batch: Settled): readonly [Settled, Settled] {
    const { deadLetters, done } = batch;
    if (deadLetters.length === 0) {
      const [first, rest] = halves(done);
      return [
        { ...batch, done: first },
        { ...nothing(), done: rest },
      ];
    }
    const dead = this.#dead(deadLetters);
    const isDead = new Set(dead.done);
    const alive = done.filter((one) => !isDead.has(one));
    const others = { ...batch, deadLetters: [], done: alive };
    if (!isEmpty(others)) return [others, dead];
    const [first, rest] = halves(deadLetters);
    return [this.#dead(first), this.#dead(rest)];
  }

  #dead(deadLetters: Settled['deadLetters']): Settled {
    const done = deadLetters.flatMap((letter) => this.#doneBy.get(letter) ?? []);
    return { ...nothing(), deadLetters, done };
  }

  #putBack(batch: Settled): void {
    this.#open = {
      done: [...batch.done, ...this.#open.done],
      retries: [...batch.retries, ...this.#open.retries],
      deadLetters: [...batch.deadLetters, ...this.#open.deadLetters],
      replies: [...batch.replies, ...this.#open.replies],
      events: [...batch.events, ...this.#open.events],
    };
  }

  /** What can never be written is said and left out; everything else must not wait for it. */
  async #writeParts(batch: Settled, error: SpoolRefused): Promise<void> {
    const parts = partsOf(batch);
    if (parts.length > 1) {
      for (const part of parts) await this.#write(part);
      return;
    }
    this.uses.observer.trouble('spool.settle_refused', error);
    // Nothing else says which event it was.
    this.#tell({ ...nothing(), deadLetters: batch.deadLetters });
  }
}

const isEmpty = (batch: Settled): boolean =>
  Object.values(batch).every((list: readonly unknown[]) => list.length === 0);

const isDivisible = ({ deadLetters, done, retries, replies, events }: Settled): boolean =>
  deadLetters.length > 0
    ? [...done, ...retries, ...replies, ...events].length > 1
    : done.length > 1;

function halves<T>(items: readonly T[]): readonly [readonly T[], readonly T[]] {
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}

/** One part for each thing, in an order in which a crash repeats something and loses nothing. */
const partsOf = ({ deadLetters, events, replies, retries, done }: Settled): Settled[] => [
  ...deadLetters.map((item) => ({ ...nothing(), deadLetters: [item] })),
  ...events.map((item) => ({ ...nothing(), events: [item] })),
  ...replies.map((item) => ({ ...nothing(), replies: [item] })),
  ...retries.map((item) => ({ ...nothing(), retries: [item] })),
  ...(done.length === 0 ? [] : [{ ...nothing(), done }]),
];
