import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Delivering } from '../delivery/delivering.js';
import { boundedKey, sizeOf, type RelayEvent } from '../events/event.js';
import { GroupCommit } from '../spool/group-commit.js';
import { Observer } from '../observability/observer.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { Spool } from '../spool/spool.js';

export interface Acceptance {
  readonly source: string;
  readonly events: readonly RelayEvent[];
  /** Size of the request's body. */
  readonly bytes: number;
  /** Answer after so many milliseconds, stored or not. */
  readonly withinMs?: number;
}

/** What may wait for the disk before senders are told to come again (our choice). */
const MAX_WAITING_BYTES = 128 * 1024 * 1024;
const MAX_WAITING_REQUESTS = 20_000;
/** Events that could not be stored in time and are tried again; older ones make room. */
const MAX_UNSTORED = 10_000;
const MAX_UNSTORED_BYTES = 64 * 1024 * 1024;
const UNSTORED_RETRY_MS = 1000;
/** A disk or a database that hangs must not keep the process from ending. */
const CLOSE_MS = 5000;

type Preparation = (events: readonly RelayEvent[]) => Promise<void>;

/** The way in: what it accepts is on the disk. */
@Injectable()
export class Intake implements OnApplicationShutdown {
  readonly #commit: GroupCommit<readonly RelayEvent[], undefined>;
  #bytes = 0;
  #unstored: RelayEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** What is being stored and may have been answered already. */
  readonly #late = new Set<Promise<void>>();
  /** How many are in the memory of another thread that answers. */
  unstoredElsewhere = 0;

  #prepare: Preparation | undefined;

  constructor(
    private readonly spool: Spool,
    private readonly observer: Observer,
    private readonly delivering: Delivering,
  ) {
    this.#commit = new GroupCommit((requests) => this.#write(requests));
  }

  /** @param prepare writes down what must be on the disk before the events are */
  prepareWith(prepare: Preparation): void {
    this.#prepare = prepare;
  }

  /** Events that were acknowledged and are in memory only. */
  get unstored(): number {
    return this.#unstored.length + this.unstoredElsewhere;
  }

  /**
   * Resolves when the events are stored, or when the time of those who cannot wait is over.
   *
   * @throws {Problem} `overloaded`, `not_stored`
   */
  async accept(acceptance: Acceptance): Promise<void> {
    const { source, events, withinMs } = acceptance;
    if (events.length === 0) return;
    const storing = this.#store(acceptance).then(() => this.observer.accepted(source, events));
    if (withinMs === undefined) return storing;
    let isLate = false;
    const kept = storing.catch((error: unknown) => this.#keep(acceptance, error, isLate));
    this.#late.add(kept);
    void kept.finally(() => this.#late.delete(kept));
    isLate = await isLaterThan(withinMs, kept);
    if (isLate) this.observer.dropped(source, 'unstored', events.length);
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Waits for what is being stored, and tries once more, the last time, to store what is in memory only. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await isLaterThan(CLOSE_MS, Promise.all(this.#late));
    await this.#storeUnstored();
    this.#lost(this.#unstored.splice(0));
  }

  async #store({ events, bytes }: Acceptance): Promise<void> {
    const isFull =
      this.#bytes + bytes > MAX_WAITING_BYTES || this.#commit.waiting >= MAX_WAITING_REQUESTS;
    if (isFull) throw RELAY_ERRORS.overloaded({ headers: { 'Retry-After': '5' } });
    this.#bytes += bytes;
    try {
      await this.#prepare?.(events);
      await this.#commit.add(weighed(events, bytes));
    } catch (cause) {
      throw RELAY_ERRORS.notStored({ cause, headers: { 'Retry-After': '5' } });
    } finally {
      this.#bytes -= bytes;
    }
  }

  async #write(requests: readonly (readonly RelayEvent[])[]): Promise<undefined[]> {
    const events = requests.flat();
    const seqs = await this.spool.append(events);
    this.delivering.offer(events.map((event, index) => ({ event, seq: seqs[index] ?? 0 })));
    return requests.map(() => undefined);
  }

  #keep({ source, events, bytes }: Acceptance, error: unknown, isCounted: boolean): void {
    this.observer.trouble('spool.append_failed', error);
    if (!isCounted) this.observer.dropped(source, 'unstored', events.length);
    this.#unstored = [...this.#unstored, ...weighed(events, bytes)];
    this.#makeRoom();
    this.#tryAgainLater();
  }

  #tryAgainLater(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => void this.#storeUnstored(), UNSTORED_RETRY_MS);
  }

  /** The newest stay, as many as the bounds allow. */
  #makeRoom(): void {
    let bytes = 0;
    const tooOld = this.#unstored.findLastIndex((event, index) => {
      bytes += sizeOf(event);
      return bytes > MAX_UNSTORED_BYTES || this.#unstored.length - index > MAX_UNSTORED;
    });
    this.#lost(this.#unstored.splice(0, tooOld + 1));
  }

  #lost(events: readonly RelayEvent[]): void {
    const bySource = Map.groupBy(events, ({ source }) => source);
    for (const [source, some] of bySource) this.observer.dropped(source, 'lost', some.length);
  }

  async #storeUnstored(): Promise<void> {
    this.#timer = undefined;
    const events = this.#unstored;
    if (events.length === 0) return;
    this.#unstored = [];
    try {
      await this.#commit.add(events);
      const bySource = Map.groupBy(events, ({ source }) => source);
      for (const [source, some] of bySource) this.observer.accepted(source, some);
    } catch {
      // Said when it failed first; they stay.
      this.#unstored = [...events, ...this.#unstored];
      this.#makeRoom();
      this.#tryAgainLater();
    }
  }
}

async function isLaterThan(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), ms);
  });
  const winner = await Promise.race([work.then(() => false), late]);
  clearTimeout(timer);
  return winner;
}

/** As it is stored: whoever holds events in memory bounds them by their size too. */
function weighed(events: readonly RelayEvent[], bytes: number): readonly RelayEvent[] {
  const share = Math.ceil(bytes / events.length);
  return events.map((event) => ({ ...event, key: boundedKey(event.key), bytes: share }));
}
