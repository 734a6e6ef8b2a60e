import type { IdempotencyEntry, IdempotencyStore, StartedEntry } from './idempotency-store.js';

interface MemoryEntry extends StartedEntry {
  readonly result?: unknown;
}

/** Keeps keys in this process: for tests, and for services of one process that may forget. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #entries = new Map<string, MemoryEntry>();

  begin(entry: StartedEntry, now: Date): Promise<IdempotencyEntry | undefined> {
    const id = idOf(entry.scope, entry.key);
    const found = this.#entries.get(id);
    const isFree =
      found === undefined ||
      found.expiresAt <= now ||
      (found.result === undefined &&
        found.lockedUntil <= now &&
        found.fingerprint === entry.fingerprint);
    if (isFree) this.#entries.set(id, entry);
    return Promise.resolve(isFree ? undefined : found);
  }

  complete(scope: string, key: string, result: unknown): Promise<void> {
    const id = idOf(scope, key);
    const found = this.#entries.get(id);
    if (found !== undefined) this.#entries.set(id, { ...found, result });
    return Promise.resolve();
  }

  release(scope: string, key: string): Promise<void> {
    const id = idOf(scope, key);
    if (this.#entries.get(id)?.result === undefined) this.#entries.delete(id);
    return Promise.resolve();
  }

  sweep(now: Date): Promise<number> {
    const expired = [...this.#entries].filter(([, { expiresAt }]) => expiresAt <= now);
    for (const [id] of expired) this.#entries.delete(id);
    return Promise.resolve(expired.length);
  }
}

const idOf = (scope: string, key: string): string => JSON.stringify([scope, key]);
