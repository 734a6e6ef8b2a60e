import { sizeOf } from '../events/event.js';
import type { Delivery } from '../spool/spool.js';

/** What may be sent now, or when to look again. */
export interface Pick {
  readonly batch: readonly Delivery[];
  /** Time at which the next one is due, when there is nothing now. */
  readonly dueMs: number | undefined;
}

export interface PickOptions {
  readonly nowMs: number;
  readonly limit: number;
  /** Whether several of one key may be in one batch: then they stay in order in it. */
  readonly wholeKeys: boolean;
}

/** Keys that begin so are groups: when the first of a group is due, all of it is. */
export const GROUP_PREFIX = 'group:';

/** Most messages that one message of a group stands for. */
const MAX_GROUP = 100;

/**
 * The deliveries of one target that are held in memory, oldest first. Of one key only the oldest
 * can be picked: whatever delays it delays that key alone.
 */
export class KeyedQueue {
  #entries: Delivery[] = [];
  #bytes = 0;
  readonly #busyKeys = new Set<string>();

  get length(): number {
    return this.#entries.length;
  }

  /** About how much memory the events in it take. */
  get bytes(): number {
    return this.#bytes;
  }

  push(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      this.#entries.push(delivery);
      this.#bytes += sizeOf(delivery.event);
    }
  }

  /** Takes what may be sent out of the queue and marks its keys busy. */
  pick(options: PickOptions): Pick {
    const batch: Delivery[] = [];
    const blocked = new Set(this.#busyKeys);
    let dueMs: number | undefined;
    for (const entry of this.#entries) {
      if (batch.length >= options.limit) break;
      if (blocked.has(entry.key)) continue;
      if (entry.notBeforeMs <= options.nowMs) {
        batch.push(entry);
        if (!options.wholeKeys) blocked.add(entry.key);
      } else {
        blocked.add(entry.key);
        dueMs = Math.min(dueMs ?? Infinity, entry.notBeforeMs);
      }
    }
    const whole = [...batch, ...this.#restOfGroup(batch)];
    this.#take(whole);
    return { batch: whole, dueMs };
  }

  /** When the first of a group is due, the others go with it. */
  #restOfGroup([first]: readonly Delivery[]): readonly Delivery[] {
    if (first?.key.startsWith(GROUP_PREFIX) !== true) return [];
    return this.#entries.filter((e) => e !== first && e.key === first.key).slice(0, MAX_GROUP - 1);
  }

  /** Puts back what has to be tried again, before everything newer of its key. */
  putBack(deliveries: readonly Delivery[]): void {
    if (deliveries.length === 0) return;
    this.#entries = [...deliveries, ...this.#entries].sort((a, b) => a.id - b.id);
    for (const { event } of deliveries) this.#bytes += sizeOf(event);
  }

  release(keys: Iterable<string>): void {
    for (const key of keys) this.#busyKeys.delete(key);
  }

  #take(batch: readonly Delivery[]): void {
    if (batch.length === 0) return;
    for (const { key, event } of batch) {
      this.#busyKeys.add(key);
      this.#bytes -= sizeOf(event);
    }
    const taken = new Set(batch);
    // Nearly always the batch is the front of the queue.
    if (batch.every((entry, index) => entry === this.#entries[index])) {
      this.#entries.splice(0, batch.length);
    } else this.#entries = this.#entries.filter((entry) => !taken.has(entry));
  }
}
