import type { Clock } from '@sextant/platform-clock';

export interface BreakerLimits {
  /** Failures in a row after which nothing is tried any more. */
  readonly failures: number;
  /** Milliseconds until one call is let through again. */
  readonly pauseMs: number;
}

/**
 * Keeps callers from waiting for a server that does not answer.
 *
 * Closed it lets everything through. After some failures in a row it is open for a while; then a single
 * call is the trial, whose outcome closes or opens it again.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #limits: BreakerLimits;
  #failures = 0;
  #openUntilMs = 0;
  #isTrialUnderWay = false;

  constructor(clock: Clock, limits: BreakerLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get isOpen(): boolean {
    return this.#failures >= this.#limits.failures;
  }

  /** Whether a call may be made now. Whoever is let through reports its outcome. */
  admits(): boolean {
    if (!this.isOpen) return true;
    if (this.#isTrialUnderWay || this.#clock.nowMs() < this.#openUntilMs) return false;
    this.#isTrialUnderWay = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isTrialUnderWay = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#isTrialUnderWay = false;
    this.#openUntilMs = this.#clock.nowMs() + this.#limits.pauseMs;
  }

  /** The call was given up by its caller: it says nothing about the server. */
  abandoned(): void {
    this.#isTrialUnderWay = false;
  }
}
