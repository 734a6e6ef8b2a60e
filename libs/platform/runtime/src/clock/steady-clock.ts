import type { Clock } from './clock.js';

/** More than a clock is slewed by, and than a look at two clocks takes. */
const JUMP_MS = 2000;
/** As long as a clock may be wrong for a moment. */
const SETTLED_MS = 5 * 60_000;

/**
 * The time of a clock that somebody may set: a jump is believed when it has lasted for five minutes.
 *
 * For ages and due times of what is stored. Until then time goes on as it did before, so that a clock that is hours
 * ahead for a moment makes nothing old.
 */
export class SteadyClock implements Clock {
  #offsetMs: number;
  #jumpedMs: number | undefined;

  constructor(private readonly clock: Clock) {
    this.#offsetMs = clock.nowMs() - clock.monotonicMs();
  }

  nowMs(): number {
    const monotonicMs = this.monotonicMs();
    const offsetMs = this.clock.nowMs() - monotonicMs;
    const isJump = Math.abs(offsetMs - this.#offsetMs) > JUMP_MS;
    this.#jumpedMs = isJump ? (this.#jumpedMs ?? monotonicMs) : undefined;
    const isBelieved = !isJump || monotonicMs - (this.#jumpedMs ?? monotonicMs) >= SETTLED_MS;
    if (isBelieved) this.#offsetMs = offsetMs;
    return Math.round(monotonicMs + this.#offsetMs);
  }

  monotonicMs(): number {
    return this.clock.monotonicMs();
  }
}
