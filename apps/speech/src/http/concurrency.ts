import { problem } from '@sextant/platform-errors';
import type { RequestHandler } from 'express';
import { callerOf } from './caller.js';

export const concurrencyReached = problem(
  'concurrency_limit_reached',
  429,
  'Too many syntheses of this key are under way. Wait for one to end.',
);

/** As Express matches: in any case. */
const SYNTHESES = /^\/v1\/(audio|text-to-speech)\//i;

/** Lets so many syntheses of one key, its tokens included, be under way at once, in this process. */
export function limitConcurrency(most: number): RequestHandler {
  const active = new Map<string, number>();
  return (request, response, next) => {
    const id = callerOf(request)?.rootId;
    if (id === undefined || request.method !== 'POST' || !SYNTHESES.test(request.path)) {
      next();
      return;
    }
    const count = active.get(id) ?? 0;
    if (count >= most) {
      next(
        concurrencyReached({ headers: { 'RateLimit-Remaining-Calls': '0', 'Retry-After': '1' } }),
      );
      return;
    }
    active.set(id, count + 1);
    response.once('close', () => {
      const left = (active.get(id) ?? 1) - 1;
      if (left === 0) active.delete(id);
      else active.set(id, left);
    });
    next();
  };
}
