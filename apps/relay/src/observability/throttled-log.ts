import type { Clock } from '@sextant/platform-runtime/clock';

const MINUTE_MS = 60_000;

/** Tells once a minute of what others could make happen a thousand times a second. */
export class ThrottledLog {
  #count = 0;
  #toldMs = Number.NEGATIVE_INFINITY;

  /** @param tell is given how often it has happened since it told last */
  constructor(
    private readonly clock: Pick<Clock, 'monotonicMs'>,
    private readonly tell: (count: number) => void,
  ) {}

  /** It has happened once more. */
  readonly happened = (): void => {
    this.#count += 1;
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.#toldMs < MINUTE_MS) return;
    this.#toldMs = nowMs;
    this.tell(this.#count);
    this.#count = 0;
  };
}
