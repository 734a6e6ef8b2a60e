import { Injectable } from '@nestjs/common';
import { rateLimit, RateLimiters } from '@sextant/platform-security/rate-limit';
import type { RequestHandler } from 'express';
import { apiKeyOf } from './auth-key.middleware.js';
import { RequestLimitSettings } from './request-limit.settings.js';

/** Counts the requests of each key, wherever the key was sent. */
@Injectable()
export class KeyLimit {
  readonly middleware: RequestHandler;

  constructor(limiters: RateLimiters, { requestsPerMinute }: RequestLimitSettings) {
    this.middleware = rateLimit({
      limiter: limiters.create({ name: 'key', limit: requestsPerMinute, windowSeconds: 60 }),
      key: (request) => apiKeyOf(request)?.id,
      headers: 'ratelimit',
    });
  }
}
