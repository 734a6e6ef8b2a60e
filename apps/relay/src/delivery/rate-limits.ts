import type { Clock } from '@sextant/platform-runtime/clock';

/** A token bucket: `capacity` at once, then `perSecond`. */
export interface Bucket {
  /** Deliveries with the same name share it. */
  readonly name: string;
  readonly capacity: number;
  readonly perSecond: number;
}

interface Level {
  tokens: number;
  atMs: number;
}

/** More names than this are old ones: full buckets are the same as absent ones. */
const MAX_NAMES = 10_000;

/** Token buckets of all targets. */
export class RateLimits {
  readonly #levels = new Map<string, Level>();

  constructor(private readonly clock: Clock) {}

  /**
   * Takes one token from every bucket, or none at all.
   *
   * @returns milliseconds until all of them have one; 0 when they were taken
   */
  take(buckets: readonly Bucket[]): number {
    const nowMs = this.clock.monotonicMs();
    const levels = buckets.map((bucket) => this.#level(bucket, nowMs));
    const waits = buckets.map(({ perSecond }, index) => {
      const missing = 1 - (levels[index]?.tokens ?? 0);
      return missing <= 0 ? 0 : Math.ceil((missing / perSecond) * 1000);
    });
    const waitMs = Math.max(0, ...waits);
    if (waitMs === 0) for (const level of levels) level.tokens -= 1;
    return waitMs;
  }

  #level({ name, capacity, perSecond }: Bucket, nowMs: number): Level {
    const level = this.#levels.get(name) ?? { tokens: capacity, atMs: nowMs };
    const refill = ((nowMs - level.atMs) / 1000) * perSecond;
    level.tokens = Math.min(capacity, level.tokens + Math.max(0, refill));
    level.atMs = nowMs;
    if (this.#levels.size >= MAX_NAMES) this.#levels.clear();
    this.#levels.set(name, level);
    return level;
  }
}
