import type { Clock } from '@sextant/platform-clock';

const FAILURES = 5;
const OPEN_MS = 30_000;

/** After five failures in a row nobody is asked for half a minute; then one try decides. */
export class CircuitBreaker {
  #failures = 0;
  #openUntilMs = 0;

  constructor(private readonly clock: Clock) {}

  get isOpen(): boolean {
    return this.clock.nowMs() < this.#openUntilMs;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures < FAILURES) return;
    this.#openUntilMs = this.clock.nowMs() + OPEN_MS;
    this.#failures = FAILURES - 1;
  }
}
