import type { Clock } from '@sextant/platform-runtime/clock';

export interface BreakerLimits {
  /** Failures in a row after which nothing is tried any more. */
  readonly failures: number;
  /** Milliseconds until one call is let through again. */
  readonly pauseMs: number;
  /** With it each further opening doubles the pause, up to this; without it the pause stays the same. */
  readonly maxPauseMs?: number;
  /** 0 to 1: with it a pause is between the half and the whole, so that many callers do not come back at once. */
  readonly dice?: () => number;
}

export type BreakerState = 'closed' | 'open' | 'half-open';

/** A call that was let through. Whoever makes it reports its outcome, once. */
export interface BreakerCall {
  /** The server answered, be it a refusal. */
  succeeded(): void;
  failed(): void;
  /** The call was given up by its caller: it says nothing about the server. */
  abandoned(): void;
}

/**
 * Keeps callers from waiting for a server that does not answer.
 *
 * Closed it lets everything through. After some failures in a row it is open for a while; then a single
 * call is the trial, whose outcome closes or opens it again. Outcomes of calls that were let through
 * before it opened or closed change nothing any more: however many are under way when a server goes away,
 * it opens once. Pauses are of the clock that nobody can set.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #limits: BreakerLimits;
  #failures = 0;
  #openings = 0;
  #openUntilMs = 0;
  /** Grows with each opening and closing. */
  #episode = 0;
  #trial: BreakerCall | undefined;

  constructor(clock: Clock, limits: BreakerLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get isOpen(): boolean {
    return this.#openings > 0;
  }

  get state(): BreakerState {
    if (!this.isOpen) return 'closed';
    return this.#clock.monotonicMs() < this.#openUntilMs ? 'open' : 'half-open';
  }

  /** Milliseconds until a call may be made; 0 for now, infinite while the trial is under way. */
  waitMs(): number {
    if (!this.isOpen) return 0;
    if (this.#trial !== undefined) return Infinity;
    return Math.max(0, this.#openUntilMs - this.#clock.monotonicMs());
  }

  /** @returns the call that may be made now; `undefined` while none may */
  begin(): BreakerCall | undefined {
    if (this.waitMs() > 0) return undefined;
    const episode = this.#episode;
    let isReported = false;
    const report = (take: () => void) => () => {
      const isOfNow = episode === this.#episode && !isReported;
      isReported = true;
      if (isOfNow) take();
    };
    const call: BreakerCall = {
      succeeded: report(() => this.#close()),
      failed: report(() => this.#count()),
      abandoned: report(() => {
        if (this.#trial === call) this.#trial = undefined;
      }),
    };
    if (this.isOpen) this.#trial = call;
    return call;
  }

  #close(): void {
    this.#failures = 0;
    if (!this.isOpen) return;
    this.#openings = 0;
    this.#trial = undefined;
    this.#episode += 1;
  }

  #count(): void {
    this.#failures += 1;
    if (this.#failures < this.#limits.failures) return;
    const { pauseMs, maxPauseMs = pauseMs, dice = () => 1 } = this.#limits;
    const wholeMs = Math.min(maxPauseMs, pauseMs * 2 ** this.#openings);
    this.#openings += 1;
    this.#trial = undefined;
    this.#episode += 1;
    this.#openUntilMs = this.#clock.monotonicMs() + (wholeMs / 2) * (1 + dice());
  }
}
