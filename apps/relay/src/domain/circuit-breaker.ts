import type { Clock } from '@sextant/platform-clock';
import { retryDelayMs, type Dice, type RetryPolicy } from './retry.js';

export type BreakerState = 'closed' | 'open' | 'half-open';

/** Failures in a row that open it (our choice). */
const THRESHOLD = 5;

export type BreakerPolicy = Pick<RetryPolicy, 'baseMs' | 'maxMs'> & { readonly threshold?: number };

/**
 * Keeps a target that is down from being asked over and over: after five failures in a row nothing is
 * sent for a while, then one message tries, and its outcome decides.
 */
export class CircuitBreaker {
  readonly #threshold: number;
  #failures = 0;
  #openings = 0;
  #openUntilMs = 0;
  #probing = false;

  constructor(
    private readonly clock: Clock,
    private readonly policy: BreakerPolicy,
    private readonly dice: Dice = Math.random,
  ) {
    this.#threshold = policy.threshold ?? THRESHOLD;
  }

  get state(): BreakerState {
    if (this.#failures < this.#threshold) return 'closed';
    return this.clock.nowMs() < this.#openUntilMs ? 'open' : 'half-open';
  }

  /** Milliseconds until something may be sent; 0 for now, infinite while the probe is out. */
  waitMs(): number {
    if (this.#failures < this.#threshold) return 0;
    if (this.#probing) return Infinity;
    return Math.max(0, this.#openUntilMs - this.clock.nowMs());
  }

  /** One message goes out. */
  sending(): void {
    if (this.#failures >= this.#threshold) this.#probing = true;
  }

  /** The target answered, be it a refusal of that message. */
  answered(): void {
    this.#failures = 0;
    this.#openings = 0;
    this.#probing = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#probing = false;
    if (this.#failures < this.#threshold) return;
    this.#openings += 1;
    // At least half of the bound: a breaker that jitters down to nothing would not be one.
    const boundMs = Math.min(this.policy.maxMs, this.policy.baseMs * 2 ** this.#openings);
    const jitterPolicy = { ...this.policy, maxMs: boundMs / 2 };
    const jitterMs = retryDelayMs(jitterPolicy, 31, { dice: this.dice });
    this.#openUntilMs = this.clock.nowMs() + boundMs / 2 + jitterMs;
  }
}
