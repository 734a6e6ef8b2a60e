import { KeyedQueue } from '../delivery/keyed-queue.js';
import type { Observer } from '../observability/observer.js';
import type { Delivery, TargetWorker as Place, Spool } from '../spool/spool.js';

/** Deliveries of one target in memory; the others wait in the spool. */
const MAX_HELD = 2000;
const MAX_HELD_BYTES = 32 * 1024 * 1024;
const REFILL_BELOW = 500;
/** Read from the spool at a time: few at first, since nobody knows how large they are. */
const FIRST_READ = 50;

export interface TargetBufferUses {
  readonly spool: Pick<Spool, 'waiting'>;
  readonly observer: Observer;
  /** More has been read. */
  readonly filled: () => void;
  /** Nothing could be read: ask again later. */
  readonly failed: () => void;
}

/** The queue of one target: its head in memory, its tail in the spool. */
export class TargetBuffer {
  readonly queue = new KeyedQueue();
  /** The newest that is or was in memory, and the newest that there is. */
  #lastId = 0;
  #newestId = 0;
  /** The spool has deliveries that are not in memory. */
  #behind = true;
  #refilling = false;
  #readAtOnce = FIRST_READ;

  constructor(
    private readonly place: Place,
    private readonly uses: TargetBufferUses,
  ) {}

  /** Deliveries that were just written to the spool. */
  offer(deliveries: readonly Delivery[]): void {
    this.#newestId = deliveries.at(-1)?.id ?? this.#newestId;
    if (this.#behind || this.#isFull(deliveries.length)) this.#behind = true;
    else {
      this.queue.push(deliveries);
      this.#lastId = deliveries.at(-1)?.id ?? this.#lastId;
    }
  }

  /** Reads more when there is room. */
  refill(): void {
    if (!this.#behind || this.#refilling || !this.#wantsMore()) return;
    this.#refilling = true;
    this.#load()
      .then(() => {
        this.#refilling = false;
        this.uses.filled();
      })
      .catch((error: unknown) => {
        this.#refilling = false;
        this.uses.observer.trouble('spool.read_failed', error);
        this.uses.failed();
      });
  }

  async #load(): Promise<void> {
    const limit = Math.min(this.#readAtOnce, MAX_HELD - this.queue.length);
    const more = await this.uses.spool.waiting(this.place, this.#lastId, limit);
    this.queue.push(more);
    this.#lastId = more.at(-1)?.id ?? this.#lastId;
    this.#behind = more.length === limit || this.#lastId < this.#newestId;
    const isHeavy = this.queue.bytes > MAX_HELD_BYTES / 4;
    this.#readAtOnce = isHeavy ? FIRST_READ : Math.min(MAX_HELD, this.#readAtOnce * 2);
  }

  #isFull(more: number): boolean {
    return this.queue.length + more > MAX_HELD || this.queue.bytes > MAX_HELD_BYTES;
  }

  #wantsMore(): boolean {
    return this.queue.length < REFILL_BELOW && this.queue.bytes < MAX_HELD_BYTES / 2;
  }
}
