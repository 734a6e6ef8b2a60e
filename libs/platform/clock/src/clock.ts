/** The current time. Everything that needs it takes a `Clock`, so that tests move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  nowMs(): number;
}

/** Time as the machine tells it. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #nowMs: number;

  /** @param start an ISO 8601 instant, such as `2026-01-01T00:00:00Z` */
  constructor(start: string) {
    this.#nowMs = Date.parse(start);
  }

  nowMs(): number {
    return this.#nowMs;
  }

  advance(milliseconds: number): void {
    this.#nowMs += milliseconds;
  }
}
