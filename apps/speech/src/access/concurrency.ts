import { problem } from '@sextant/platform-http/errors';

export const concurrencyReached = problem(
  'concurrency_limit_reached',
  429,
  'Too many syntheses of this key are under way. Wait for one to end.',
);

/** So many syntheses of one key, its tokens included, may be under way at once, in this process. */
export class Concurrency {
  readonly #active = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @returns what gives the place back, once; nothing if all are taken */
  begin(rootId: string): (() => void) | undefined {
    const count = this.#active.get(rootId) ?? 0;
    if (count >= this.most) return undefined;
    this.#active.set(rootId, count + 1);
    let isOver = false;
    return () => {
      if (!isOver) this.end(rootId);
      isOver = true;
    };
  }

  private end(rootId: string): void {
    const left = (this.#active.get(rootId) ?? 1) - 1;
    if (left === 0) this.#active.delete(rootId);
    else this.#active.set(rootId, left);
  }
}
