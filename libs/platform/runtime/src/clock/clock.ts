/** The current time. Everything that needs it takes a `Clock`, so that tests move it; type and token in one. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch, UTC: for what is shown, stored and compared with others' times. */
  abstract nowMs(): number;
  /** Milliseconds since some moment, which nobody can set: for waits, pauses and durations. */
  abstract monotonicMs(): number;
}

/** Time as the machine tells it. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #nowMs: number;
  #monotonicMs = 0;

  /** @param start an ISO 8601 instant, such as `2026-01-01T00:00:00Z` */
  constructor(start: string) {
    this.#nowMs = Date.parse(start);
  }

  nowMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Time passes. */
  advance(milliseconds: number): void {
    this.#nowMs += milliseconds;
    this.#monotonicMs += milliseconds;
  }

  /** Somebody sets the machine's clock: no time passes. */
  set(milliseconds: number): void {
    this.#nowMs += milliseconds;
  }
}
