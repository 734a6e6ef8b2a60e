import type { RequestHandler } from 'express';
import { callerOf } from './caller.middleware.js';
import { concurrencyReached, type Concurrency } from './concurrency.js';

/** As Express matches: in any case. */
const SYNTHESES = /^\/v1\/(audio|text-to-speech|text-to-dialogue|speech-to-text)(\/|$)/i;

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
