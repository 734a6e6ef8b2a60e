import { problem } from '@sextant/platform-http/errors';
import type { RequestHandler } from 'express';
import { callerOf } from './caller.js';

export const concurrencyReached = problem(
  'concurrency_limit_reached',
  429,
  'Too many syntheses of this key are under way. Wait for one to end.',
);

/** As Express matches: in any case. */
const SYNTHESES = /^\/v1\/(audio|text-to-speech)\//i;

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

/** Lets in as many syntheses as may be under way. */
export function limitConcurrency(concurrency: Concurrency): RequestHandler {
  return (request, response, next) => {
    const id = callerOf(request)?.rootId;
    if (id === undefined || request.method !== 'POST' || !SYNTHESES.test(request.path)) {
      next();
      return;
    }
    const release = concurrency.begin(id);
    if (release === undefined) {
      next(
        concurrencyReached({ headers: { 'RateLimit-Remaining-Calls': '0', 'Retry-After': '1' } }),
      );
      return;
    }
    response.once('close', release);
    next();
  };
}
