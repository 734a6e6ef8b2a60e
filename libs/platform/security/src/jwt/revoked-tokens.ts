import type { Clock } from '@sextant/platform-runtime/clock';

/** More than a sign-out of everybody brings; an entry takes about 150 bytes. */
const MOST = 200_000;
const SWEEP_EVERY = 1000;
/** Verifiers forgive some seconds after the end, and clocks differ. */
const FORGIVEN_MS = 60_000;

/** Tokens that ended before their time, until they would have expired; never more than a bound. */
export class RevokedTokens {
  readonly #expiries = new Map<string, number>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #added = 0;

  constructor(
    private readonly clock: Clock,
    private readonly most = MOST,
  ) {}

  get size(): number {
    return this.#expiries.size;
  }

  has(id: string): boolean {
    return this.#expiries.has(id);
  }

  add(id: string, expiresAtMs: number): void {
    this.#added += 1;
    if (this.#added % SWEEP_EVERY === 0) this.#sweep();
    this.#expiries.set(id, expiresAtMs);
    if (this.#expiries.size > this.most) this.#dropOldest();
    for (const listener of this.#listeners.get(id) ?? []) listener();
    this.#listeners.delete(id);
  }

  /** Calls once, when the token ends before its time. @returns takes the wish back */
  onRevoked(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** What has expired is refused anyway. */
  #sweep(): void {
    const past = this.clock.nowMs() - FORGIVEN_MS;
    for (const [id, expiresAtMs] of this.#expiries) {
      if (expiresAtMs <= past) this.#expiries.delete(id);
    }
  }

  /** Without a walk through all: there may be many at once that find it full. */
  #dropOldest(): void {
    const { value: oldest } = this.#expiries.keys().next();
    if (oldest !== undefined) this.#expiries.delete(oldest);
  }
}
