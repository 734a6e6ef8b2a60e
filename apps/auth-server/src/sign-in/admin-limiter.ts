import { Injectable } from '@nestjs/common';
import { RateLimiters, type Allowance } from '@sextant/platform-security/rate-limit';
import { LimitSettings } from './limit.settings.js';

/** Counts requests of administrators: one for all routes. */
@Injectable()
export class AdminLimiter {
  readonly consume: (userId: string) => Promise<Allowance>;

  constructor(limiters: RateLimiters, { rateLimitAdmin: limit }: LimitSettings) {
    const limiter = limiters.create({ name: 'admin', limit, windowSeconds: 60 });
    this.consume = (userId) => limiter.consume(userId);
  }
}
