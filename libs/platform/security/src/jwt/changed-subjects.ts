import type { Clock } from '@sextant/platform-runtime/clock';

const MOST = 100_000;
const SWEEP_EVERY = 1000;
/** No access token lives longer. */
const LONGEST_TOKEN_SECONDS = 3600;

interface Waiting {
  readonly issuedAt: number;
  readonly listener: () => void;
}

/**
 * People whose claims have changed: tokens that were given out until then say what is not so any more. Kept for as long as such
 * tokens live, and never more than a bound. Times are epoch seconds.
 */
export class ChangedSubjects {
  readonly #changes = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiting>>();
  #added = 0;

  constructor(
    private readonly clock: Clock,
    private readonly most = MOST,
  ) {}

  get size(): number {
    return this.#changes.size;
  }

  /** Whether a token was given out before the change, or within the same second, which may have been before it. */
  isOld(subject: string, issuedAt: number): boolean {
    const at = this.#changes.get(subject);
    return at !== undefined && issuedAt <= at;
  }

  add(subject: string, atSeconds: number): void {
    const oldest = this.clock.nowMs() / 1000 - LONGEST_TOKEN_SECONDS;
    if (atSeconds < oldest) return;
    this.#added += 1;
    if (this.#added % SWEEP_EVERY === 0) this.#sweep(oldest);
    const at = Math.max(atSeconds, this.#changes.get(subject) ?? 0);
    // Last in the order of the map: who is oldest is dropped first.
    this.#changes.delete(subject);
    this.#changes.set(subject, at);
    if (this.#changes.size > this.most) this.#dropOldest();
    for (const { issuedAt, listener } of [...(this.#waiting.get(subject) ?? [])]) {
      if (issuedAt <= at) listener();
    }
  }

  /** Calls when a token of that time is old. @returns takes the wish back */
  onChanged(subject: string, issuedAt: number, listener: () => void): () => void {
    const all = this.#waiting.get(subject) ?? new Set();
    const one = { issuedAt, listener };
    this.#waiting.set(subject, all.add(one));
    return () => {
      all.delete(one);
      if (all.size === 0 && this.#waiting.get(subject) === all) this.#waiting.delete(subject);
    };
  }

  #sweep(oldest: number): void {
    for (const [subject, at] of this.#changes) {
      if (at < oldest) this.#changes.delete(subject);
    }
  }

  #dropOldest(): void {
    const { value: oldest } = this.#changes.keys().next();
    if (oldest !== undefined) this.#changes.delete(oldest);
  }
}
