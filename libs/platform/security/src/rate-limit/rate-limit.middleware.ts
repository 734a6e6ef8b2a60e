import { HTTP_PROBLEMS, type Problem } from '@sextant/platform-http/errors';
import type { Request, RequestHandler, Response } from 'express';
import type { Allowance, RateLimiter } from './rate-limiter.js';

/**
 * The headers that tell callers what is left: `X-RateLimit-*` with the reset in epoch seconds, or
 * `RateLimit-Limit`, `-Remaining` and `-Reset` in seconds from now (draft-ietf-httpapi-ratelimit-headers, up to version 06).
 */
export type RateLimitHeaders = 'x-ratelimit' | 'ratelimit' | 'none';

export interface RateLimitOptions {
  readonly limiter: RateLimiter;
  /** Whom to count; `undefined` leaves the request alone. */
  readonly key: (request: Request) => string | undefined;
  readonly headers: RateLimitHeaders;
  /** The app's own refusal; 429 `too_many_requests` if absent. */
  readonly problem?: (allowance: Allowance) => Problem;
}

/** Express middleware, so that it also covers routes that no Nest guard sees. */
export function rateLimit(options: RateLimitOptions): RequestHandler {
  return (request, response, next) => {
    const key = options.key(request);
    if (key === undefined) {
      next();
      return;
    }
    options.limiter
      .consume(key)
      .then((allowance) => {
        setHeaders(response, options.headers, allowance);
        next(allowance.allowed ? undefined : refusal(response, options, allowance));
      })
      .catch(next);
  };
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

function refusal(response: Response, options: RateLimitOptions, allowance: Allowance): Problem {
  response.setHeader('Retry-After', String(Math.max(1, seconds(allowance.resetMs))));
  return options.problem?.(allowance) ?? HTTP_PROBLEMS.tooManyRequests();
}

function setHeaders(response: Response, kind: RateLimitHeaders, allowance: Allowance): void {
  if (kind === 'none') return;
  const { limit, remaining, resetMs } = allowance;
  const prefix = kind === 'ratelimit' ? 'RateLimit' : 'X-RateLimit';
  const reset = kind === 'ratelimit' ? seconds(resetMs) : seconds(Date.now() + resetMs);
  response.setHeader(`${prefix}-Limit`, String(limit));
  response.setHeader(`${prefix}-Remaining`, String(remaining));
  response.setHeader(`${prefix}-Reset`, String(reset));
}
